package io.tidemark.journal;

import java.util.ArrayList;
import java.util.List;
import net.openhft.posix.PosixAPI;

/**
 * Checks what Chronicle Queue and Agrona's buffers need of the JVM, and keeps Chronicle quiet.
 * Without the flags Chronicle fails deep in a static initialiser, or claims that the queue is read
 * only.
 */
public final class ChronicleFlags {
  private static final String ADD_OPENS = "--add-opens";
  private static final String ADD_EXPORTS = "--add-exports";

  // Read by Chronicle when its classes are initialised: no reports to an analytics service, no
  // lines on standard output, no disk monitor thread (the journal has its own guard).
  private static final List<String> TURNED_OFF =
      List.of(
          "chronicle.analytics.disable",
          "chronicle.announcer.disable",
          "chronicle.disk.monitor.disable");

  // Chronicle reads a file of this name from the working directory, or its parent, into the system
  // properties of the whole JVM, unless it is told another name: here an empty resource.
  private static final String PROPERTIES_NAME = "system.properties";
  private static final String EMPTY_PROPERTIES = "io/tidemark/journal/no-system.properties";

  private static volatile boolean checked;

  private ChronicleFlags() {}

  /**
   * Makes sure that a journal can be opened in this JVM; to be called when an engine with a journal
   * is built. The first call takes some 100 ms (it loads native code), later ones nothing.
   *
   * <p>Sets system properties that Chronicle reads, where they are not set: if the same program
   * uses Chronicle for other things, it must set its own before.
   *
   * @throws JournalException naming exactly the flags that are missing
   */
  public static void require() {
    if (!checked) {
      List<String> missing = missing();
      if (!missing.isEmpty()) {
        throw new JournalException(
            "the journal needs JVM flags that are missing: "
                + String.join(" ", missing)
                + " (start java with them or with @conf/jvm.args, or name the packages as"
                + " Add-Opens and Add-Exports in the manifest of the jar that is started)");
      }
      for (String property : TURNED_OFF) {
        setIfMissing(property, "true");
      }
      setIfMissing(PROPERTIES_NAME, EMPTY_PROPERTIES);
      requirePosix();
      checked = true;
    }
  }

  /** The flags that this JVM was not given, as they would stand on the command line. */
  public static List<String> missing() {
    List<String> missing = new ArrayList<>();
    addIfMissing(missing, ADD_EXPORTS, "jdk.internal.misc");
    addIfMissing(missing, ADD_OPENS, "java.lang.reflect");
    addIfMissing(missing, ADD_EXPORTS, "sun.nio.ch");
    addIfMissing(missing, ADD_EXPORTS, "jdk.internal.ref");
    return missing;
  }

  private static void addIfMissing(List<String> missing, String flag, String packageName) {
    Module base = Object.class.getModule();
    Module ours = ChronicleFlags.class.getModule();
    boolean given =
        flag.equals(ADD_OPENS)
            ? base.isOpen(packageName, ours)
            : base.isExported(packageName, ours);
    if (!given) {
      missing.add(flag + "=java.base/" + packageName + "=ALL-UNNAMED");
    }
  }

  private static void setIfMissing(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Without native access Chronicle goes on with calls that do nothing. */
  private static void requirePosix() {
    String api = PosixAPI.posix().getClass().getSimpleName();
    if (api.startsWith("NoOp")) {
      throw new JournalException(
          "the journal needs jnr-ffi on the class path and a platform it knows; Chronicle found"
              + " no native access ("
              + api
              + ")");
    }
  }
}
