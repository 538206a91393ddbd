package io.tidemark.runtime;

/**
 * What a loop needs of the job.
 *
 * @param job its name
 * @param functions the user functions
 * @param smallestTimestamp the smallest timestamp whose windows fit in 64 bits
 * @param largestTimestamp the largest such timestamp
 * @param partitionLimit partitions from here on are refused
 * @param rejectsOnThrow whether an event whose function throws is rejected; else the engine stops
 */
public record LoopSetup(
    String job,
    EventFunctions functions,
    long smallestTimestamp,
    long largestTimestamp,
    int partitionLimit,
    boolean rejectsOnThrow) {}
