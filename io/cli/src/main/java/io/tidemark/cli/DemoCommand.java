package io.tidemark.cli;

import io.tidemark.cli.demo.Demo;
import io.tidemark.cli.run.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tidemark demo}: the main job on real data. */
@Command(
    name = "demo",
    description = {
      "Makes one-second bars of six real Binance feeds twice: with a watermark for each feed, and"
          + " with one for all. Shows what the second one loses,"
          + " and repairs it from its journal.",
      "",
      "It runs examples/bars-per-feed.yaml, bars-shared.yaml and bars-late.yaml."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    return new Demo(terminal).run();
  }
}
