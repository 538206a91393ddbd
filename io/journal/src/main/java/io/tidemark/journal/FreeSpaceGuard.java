package io.tidemark.journal;

import java.util.function.LongSupplier;

/**
 * Says no before the disk is full: a write to a mapped page that finds no space is a SIGBUS, which
 * the JVM tells late, after the record it tore. The free space is asked for (some microseconds)
 * when 64 KiB have been written or 10 ms have passed since the last time; what others may write in
 * between is what the reserve is for.
 */
final class FreeSpaceGuard {
  static final int STEP = 64 << 10;
  static final long LOOK_EVERY_MS = 10;

  private final LongSupplier usableBytes;
  private final long reserve;
  // How much may still be written before the free space is looked at again.
  private long allowance;
  private long lookedAtMs = Long.MIN_VALUE;

  /**
   * @param usableBytes free space of the file system, 0 when it cannot be told
   * @param reserve bytes that must stay free
   */
  FreeSpaceGuard(LongSupplier usableBytes, long reserve) {
    this.usableBytes = usableBytes;
    this.reserve = reserve;
  }

  long reserve() {
    return reserve;
  }

  /**
   * Whether this many bytes may be written; if so, they are taken off.
   *
   * @param nowMs a clock that does not go back
   */
  boolean admit(long bytes, long nowMs) {
    if (bytes > allowance || nowMs - LOOK_EVERY_MS >= lookedAtMs) {
      lookedAtMs = nowMs;
      long spare = usableBytes.getAsLong() - reserve;
      if (spare < bytes) {
        allowance = 0;
        return false;
      }
      allowance = Math.min(spare, Math.max(bytes, STEP));
    }
    allowance -= bytes;
    return true;
  }
}
