package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command opens no connection and looks up no name, journal and engine threads included: strace
 * sees all system calls of all its threads. Where there is no strace, or it may not trace, there is
 * nothing to see, and the test is skipped; io/cli/src/test/scripts/no-network.sh shows the same for
 * a run of any length.
 */
@Timeout(120)
class NoNetworkTest {
  /**
   * An address of the Internet that is used, or a file that is read to look up a name. A socket
   * alone is nothing: the JVM makes one, and closes it, to see which kinds there are.
   */
  private static final Pattern NETWORK =
      Pattern.compile("\\bsa_family=AF_INET6?\\b|/etc/resolv\\.conf|/etc/hosts\\b");

  @TempDir Path temp;

  @Test
  void shouldOpenNoConnectionAndLookUpNoName() throws Exception {
    JobFolder folder =
        new JobFolder(temp)
            .change("bound: 5s", "bound: 5s\n  idleness: 1s")
            .change("rejected: out/rejected.csv", "journal: out/j")
            .input(rows());

    List<String> calls =
        trace(
            ChildJvm.command(
                ChildJvm.journalFlags(), "run", "--layout", "fused", folder.writeJob().toString()));

    assertThat(folder.lines("out/results.csv")).hasSize(1_000);
    assertThat(Journals.printed(folder.path("out/j"))).hasSize(1_000);
    assertThat(calls).anyMatch(call -> call.contains("/out/j/"));
    assertThat(calls.stream().filter(this::isOfTheNetwork)).isEmpty();
  }

  @Test
  void shouldSeeAConnection() throws Exception {
    ProcessBuilder connects = ChildJvm.command(List.of());
    List<String> command = new ArrayList<>(connects.command());
    command.set(command.size() - 1, Connects.class.getName());

    assertThat(trace(connects.command(command))).anyMatch(this::isOfTheNetwork);
  }

  /** A JVM that connects to itself. */
  static final class Connects {
    private Connects() {}

    public static void main(String[] arguments) throws IOException {
      InetAddress here = InetAddress.getLoopbackAddress();
      try (ServerSocket server = new ServerSocket(0, 1, here);
          Socket client = new Socket(here, server.getLocalPort())) {
        client.getOutputStream().write(0);
      }
    }
  }

  private boolean isOfTheNetwork(String call) {
    return NETWORK.matcher(call).find();
  }

  /** One row in ten comes late. */
  private static String rows() {
    return IntStream.range(0, 10_000)
        .mapToObj(i -> (i % 10 == 9 ? i - 99 : i) + ",a,1\n")
        .collect(Collectors.joining("", "ts,k,v\n", ""));
  }

  /** Runs it to its end, which must be a good one; returns the system calls that matter. */
  private List<String> trace(ProcessBuilder builder) throws IOException, InterruptedException {
    assumeTrue(canTrace(), "strace is missing or may not trace");
    Path calls = temp.resolve("calls");
    List<String> command = strace(calls.toString());
    command.addAll(builder.command());
    File said = temp.resolve("said").toFile();
    Process process =
        builder.command(command).redirectErrorStream(true).redirectOutput(said).start();
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said.toPath())).isZero();
    return Files.readAllLines(calls);
  }

  private static boolean canTrace() throws InterruptedException {
    List<String> command = strace("/dev/null");
    command.add("true");
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> strace(String output) {
    return new ArrayList<>(
        List.of("strace", "-f", "-qq", "-e", "trace=network,open,openat", "-o", output));
  }
}
