package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardOutputTest {
  private static final String HEADER = "window,key,start,end,kind,revision,n,sum\n";

  @TempDir Path temp;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** What had come out each time that more was asked for. */
  private final List<String> seen = new ArrayList<>();

  /** Hands out one piece a read, as a terminal or a slow pipe does. */
  private final class Pieces extends InputStream {
    private final Queue<String> pieces;

    Pieces(List<String> pieces) {
      this.pieces = new ArrayDeque<>(pieces);
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      seen.add(out.toString(StandardCharsets.UTF_8));
      if (pieces.isEmpty()) {
        return -1;
      }
      byte[] piece = pieces.remove().getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(piece, 0, into, offset, piece.length);
      return piece.length;
    }
  }

  @Test
  void shouldFlushAtEachMoveOfTheWatermark() throws IOException {
    JobFolder folder =
        new JobFolder(temp).change("path: input.csv", "path: '-'").change("out/results.csv", "'-'");
    // The first byte comes alone: it may be a byte order mark's.
    Pieces in = new Pieces(List.of("t", "s,k,v\n", "1,a,1\n", "16,a,1\n", "30,b,1\n"));

    int status =
        Main.run(
            new String[] {"run", "-q", folder.writeJob().toString()},
            in,
            new PrintStream(out, false, StandardCharsets.UTF_8),
            System.err);

    assertThat(status).isZero();
    String first = HEADER + "w,a,0,10,on-time,0,1,1\n";
    String second = first + "w,a,10,20,on-time,0,1,1\n";
    assertThat(seen).containsExactly("", "", "", HEADER, first, second);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(second + "w,b,30,40,on-time,0,1,1\n");
  }
}
