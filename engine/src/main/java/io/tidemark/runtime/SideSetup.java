package io.tidemark.runtime;

import java.util.function.BiConsumer;

/**
 * How side outputs get to a thread of their own.
 *
 * @param copier copies the user's fields of its first event into its second; must not throw
 * @param slots the slots of the side ring, a power of two
 * @param whenFull what becomes of an event when the ring is full
 */
public record SideSetup<E>(BiConsumer<? super E, ? super E> copier, int slots, SideFull whenFull) {}
