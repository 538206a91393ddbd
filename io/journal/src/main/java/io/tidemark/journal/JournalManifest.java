package io.tidemark.journal;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * What must be known before the first record is read, in {@code journal.properties}; written last
 * when a journal is made, so a directory without it holds no journal. Replaced as a whole: written
 * beside, synced, renamed.
 *
 * @param id tells this journal from one that was started anew in the same directory
 * @param blockSize what a reader maps; grows with the largest record
 * @param roll name of Chronicle's roll cycle
 * @param first number of the oldest record that is kept
 * @param end how many records there are at least: as many as there were at the last close
 * @param attributes what the user wants to tell readers: the format of the events, their columns
 */
record JournalManifest(
    long id, int blockSize, String roll, long first, long end, Map<String, String> attributes) {
  private static final String VERSION = "1";
  private static final String ATTRIBUTE = "attribute.";
  private static final String CRC = "crc32c";

  JournalManifest {
    attributes = Map.copyOf(attributes);
  }

  JournalManifest withBlockSize(int value) {
    return new JournalManifest(id, value, roll, first, end, attributes);
  }

  JournalManifest withFirst(long value) {
    return new JournalManifest(id, blockSize, roll, value, end, attributes);
  }

  JournalManifest withEnd(long value) {
    return new JournalManifest(id, blockSize, roll, first, value, attributes);
  }

  /** Reads the directory's manifest; null when there is none. */
  static JournalManifest load(Path directory) {
    Path file = directory.resolve(JournalFiles.MANIFEST);
    try {
      return parse(file, Files.readString(file));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new JournalException("cannot read " + file + ": " + e, e);
    }
  }

  void store(Path directory) {
    Path part = directory.resolve(JournalFiles.MANIFEST_PART);
    try {
      Files.writeString(part, text());
      JournalFiles.force(part);
      Files.move(part, directory.resolve(JournalFiles.MANIFEST), StandardCopyOption.ATOMIC_MOVE);
      JournalFiles.force(directory);
    } catch (IOException e) {
      throw new JournalException("cannot write " + part + ": " + e, e);
    }
  }

  private static JournalManifest parse(Path file, String text) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
      String crc = properties.getProperty(CRC, "missing");
      properties.remove(CRC);
      if (!crc.equals(crcOf(lines(properties)))) {
        throw new JournalException(file + " is damaged: its CRC32C is " + crc);
      }
      if (!VERSION.equals(properties.getProperty("version"))) {
        throw new JournalException(
            file + " has version " + properties.getProperty("version") + ", expected " + VERSION);
      }
      return of(properties);
    } catch (IllegalArgumentException e) {
      throw new JournalException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  private static JournalManifest of(Properties properties) {
    Map<String, String> attributes = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(ATTRIBUTE)) {
        attributes.put(name.substring(ATTRIBUTE.length()), properties.getProperty(name));
      }
    }
    return new JournalManifest(
        Long.parseUnsignedLong(properties.getProperty("id"), 16),
        Integer.parseInt(properties.getProperty("block-size")),
        properties.getProperty("roll"),
        Long.parseLong(properties.getProperty("first-record")),
        Long.parseLong(properties.getProperty("end-record")),
        attributes);
  }

  private String text() throws IOException {
    Properties properties = new Properties();
    properties.setProperty("version", VERSION);
    properties.setProperty("id", Long.toHexString(id));
    properties.setProperty("block-size", Integer.toString(blockSize));
    properties.setProperty("roll", roll);
    properties.setProperty("first-record", Long.toString(first));
    properties.setProperty("end-record", Long.toString(end));
    attributes.forEach((name, value) -> properties.setProperty(ATTRIBUTE + name, value));
    String lines = lines(properties);
    return lines + CRC + "=" + crcOf(lines) + "\n";
  }

  /** The properties sorted, without the date that {@link Properties#store} puts on top. */
  private static String lines(Properties properties) throws IOException {
    StringWriter out = new StringWriter();
    properties.store(out, null);
    StringBuilder lines = new StringBuilder();
    out.toString()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .sorted()
        .forEach(line -> lines.append(line).append('\n'));
    return lines.toString();
  }

  private static String crcOf(String lines) {
    CRC32C crc = new CRC32C();
    crc.update(lines.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
