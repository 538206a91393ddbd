package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobWatermarks;
import java.util.Locale;

/** Which thread takes rows through the windows; results are the same. */
public enum Layout {
  /** The one that reads: nothing moves while it waits for its input. */
  INLINE,
  /** One of the engine's own, so that time goes on while the other waits for its input. */
  FUSED;

  /** What a job runs in unless told: fused where its time goes on by the clock. */
  static Layout of(JobFile file) {
    JobWatermarks watermarks = file.watermarks();
    boolean ticks = watermarks.idleness().isPresent() || watermarks.emit().isPresent();
    return ticks && !file.input().hasArrival() ? FUSED : INLINE;
  }

  /** The layout of this name, in lower case. */
  public static Layout named(String name) {
    for (Layout layout : values()) {
      if (layout.toString().equals(name)) {
        return layout;
      }
    }
    throw new IllegalArgumentException("expected inline or fused");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
