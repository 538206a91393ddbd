package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Which definitions of a job share panes: sliding ones whose windows have all their edges on one
 * grid, that of a slide they have in common. An event then goes into one row for all of them, which
 * has the aggregates of all, the same of the same value once. Each has its own running rows, late
 * windows, allowed lateness and boundaries, and gives the results that it gives alone, in the same
 * order.
 *
 * <p>Definitions keep to themselves that have triggers, a ceiling, an aggregate that may throw, or
 * move late events to other times; and those whose slide does not divide their size, so that they
 * have two panes a slide. So do those that together would have rows much wider than one of them
 * alone has. Set-up code; any thread.
 */
public final class PaneSharing {
  /** Set to {@code true} to have no panes shared: for comparison. */
  public static final String APART_PROPERTY = "tidemark.panes.apart";

  /** Rows of so many longs are not too wide for anyone: a line of the cache. */
  private static final int NARROW = 8;

  /** Other rows are at most so many times as wide as those of each definition alone. */
  private static final int WIDER = 2;

  /** What shares panes: definitions in the job's order. */
  private static final class Group {
    private final SlidingAssigner grid;
    private final List<RowCode> codes = new ArrayList<>();

    Group(SlidingAssigner grid) {
      this.grid = grid;
    }

    boolean takes(SlidingAssigner assigner, RowCode code) {
      List<RowCode> all = new ArrayList<>(codes);
      all.add(code);
      int width = RowCode.unionWidth(all);
      int narrowest = all.stream().mapToInt(RowCode::width).min().orElseThrow();
      return assigner.slide() == grid.slide()
          && assigner.start(0) == grid.start(0)
          && width <= Math.max(NARROW, WIDER * narrowest);
    }
  }

  private PaneSharing() {}

  /**
   * Makes the operators of those definitions that share panes with others.
   *
   * @param setups those of all definitions, in the job's order
   * @param rules what becomes of their late events
   * @return for each definition its operator, or null where it shares no panes
   */
  static <E> WindowOperator[] operators(
      List<WindowDefinition<E>> definitions,
      List<OperatorSetup> setups,
      LateEvents.Rule[] rules,
      Deadline deadline) {
    List<Group> groups = new ArrayList<>();
    Group[] groupOf = new Group[definitions.size()];
    for (int n = 0; n < groupOf.length; n++) {
      if (canShare(definitions.get(n), setups.get(n), rules[n])) {
        SlidingAssigner assigner = assigner(definitions.get(n), setups.get(n));
        RowCode code = setups.get(n).code().counted();
        groupOf[n] = groupFor(assigner, code, groups);
        groupOf[n].codes.add(code);
      }
    }
    WindowOperator[] operators = new WindowOperator[groupOf.length];
    groups.stream()
        .filter(group -> group.codes.size() > 1)
        .forEach(group -> addOperators(group, groupOf, definitions, setups, deadline, operators));
    return operators;
  }

  private static <E> boolean canShare(
      WindowDefinition<E> definition, OperatorSetup setup, LateEvents.Rule rule) {
    return !Boolean.getBoolean(APART_PROPERTY)
        && definition.shape() instanceof WindowShape.Sliding
        && assigner(definition, setup).panesPerSlide() == 1
        && !setup.hasTriggers()
        && !setup.code().mayThrow()
        && definition.limit() == null
        && rule.policy() != LatePolicy.ADJUST;
  }

  private static <E> SlidingAssigner assigner(WindowDefinition<E> definition, OperatorSetup setup) {
    return ((WindowShape.Sliding) definition.shape()).assigner(setup.unit());
  }

  private static Group groupFor(SlidingAssigner assigner, RowCode code, List<Group> groups) {
    for (Group group : groups) {
      if (group.takes(assigner, code)) {
        return group;
      }
    }
    Group group = new Group(assigner);
    groups.add(group);
    return group;
  }

  private static <E> void addOperators(
      Group group,
      Group[] groupOf,
      List<WindowDefinition<E>> definitions,
      List<OperatorSetup> setups,
      Deadline deadline,
      WindowOperator[] operators) {
    RowCode union = RowCode.union(group.codes);
    PaneIntake intake = new PaneIntake(union, group.codes.size());
    for (int n = 0; n < groupOf.length; n++) {
      if (groupOf[n] == group) {
        OperatorSetup setup = setups.get(n).counted().within(union);
        SlidingAssigner assigner = assigner(definitions.get(n), setup);
        operators[n] = new SlidingOperator(setup, assigner, deadline, intake);
      }
    }
  }
}
