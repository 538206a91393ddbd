package io.tidemark;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's part of the floor plan: which package may know what. */
class ArchitectureTest {
  private static final String[] KERNEL = {
    "io.tidemark.time",
    "io.tidemark.aggregate",
    "io.tidemark.window",
    "io.tidemark.process",
    "io.tidemark.output"
  };
  private static final String[] SHELL = {"io.tidemark", "io.tidemark.runtime"};
  private static final String COUNTERS = "io.tidemark.counters";

  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tidemark");

  /** Code that breaks a rule, below: a rule that does not catch it is no rule. */
  private static final JavaClasses CULPRITS =
      new ClassFileImporter().importClasses(ArchitectureTest.class.getDeclaredClasses());

  @Test
  void shouldSeeEveryPackageOfTheEngineAndNoOther() {
    assertThat(ENGINE.stream().map(JavaClass::getPackageName).distinct())
        .contains(KERNEL)
        .contains(SHELL)
        .contains(COUNTERS)
        .hasSize(KERNEL.length + SHELL.length + 1);
  }

  @Test
  void shouldKeepRingsThreadsAndClocksOutOfTheKernel() {
    neverTouchesTheWorld(resideInAnyPackage(KERNEL)).check(ENGINE);
  }

  @Test
  void shouldKeepTheShellOutOfTheKernel() {
    noClasses()
        .that()
        .resideInAnyPackage(KERNEL)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SHELL)
        .check(ENGINE);
  }

  @Test
  void shouldDependOnNothingThatItsUsersHaveNotAskedFor() {
    classes()
        .that()
        .resideInAPackage("io.tidemark..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(KERNEL)
                .or(resideInAnyPackage(SHELL))
                .or(resideInAnyPackage(COUNTERS, "java.."))
                .or(resideInAnyPackage("com.lmax.disruptor..", "org.agrona..", "org.HdrHistogram")))
        .because("the engine is embedded: no other module of this project, no other library")
        .check(ENGINE);
  }

  @Test
  void shouldNeedNoJvmFlags() {
    needsNoFlags(resideInAPackage("io.tidemark..")).check(ENGINE);
  }

  @Test
  void shouldHaveNoCyclesBetweenPackages() {
    slices().assignedFrom(packages()).should().beFreeOfCycles().check(ENGINE);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ReadsNanoTime.class,
        ReadsTheWallClock.class,
        ReadsTheDate.class,
        HoldsAClock.class,
        HoldsAnAgronaClock.class,
        StartsAThread.class,
        KeepsAnAtomic.class,
        HoldsASequence.class
      })
  void shouldCatchKernelCodeThatTouchesTheWorld(Class<?> culprit) {
    ArchRule rule = neverTouchesTheWorld(belongToAnyOf(culprit));

    assertThat(rule.evaluate(CULPRITS).hasViolation()).isTrue();
  }

  @Test
  void shouldLetTheKernelNameUnitsOfTime() {
    neverTouchesTheWorld(belongToAnyOf(ConvertsUnits.class)).check(CULPRITS);
  }

  @Test
  void shouldCatchABufferThatNeedsAFlag() {
    ArchRule rule = needsNoFlags(belongToAnyOf(HoldsABuffer.class));

    assertThat(rule.evaluate(CULPRITS).hasViolation()).isTrue();
  }

  private static ArchRule neverTouchesTheWorld(DescribedPredicate<JavaClass> which) {
    DescribedPredicate<JavaClass> world =
        resideInAnyPackage("com.lmax..", "org.agrona.concurrent..")
            .or(resideInAPackage("java.util.concurrent..").and(isNot(TimeUnit.class)))
            .or(assignableTo(Thread.class))
            .or(assignableTo(ThreadLocal.class))
            .or(assignableTo(Clock.class))
            .as("belong to rings, threads or clocks");
    return noClasses()
        .that(which)
        .should()
        .dependOnClassesThat(world)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethodWhere(
            target(owner(resideInAPackage("java.time..")))
                .and(target(HasName.Predicates.name("now")))
                .as("java.time says what time it is"))
        .because("time is an input of the kernel, and its caller's thread its only one");
  }

  private static ArchRule needsNoFlags(DescribedPredicate<JavaClass> which) {
    return noClasses()
        .that(which)
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.agrona..")
                .and(HasName.Predicates.nameMatching(".*(Buffer|Queue)[^.]*"))
                .or(resideInAnyPackage("sun..", "jdk.internal.."))
                .as("need --add-exports or --add-opens"))
        .because("the engine runs in its user's process, which has no flags for it");
  }

  private static DescribedPredicate<JavaClass> isNot(Class<?> type) {
    return describe("is not " + type.getName(), found -> !found.isEquivalentTo(type));
  }

  private static SliceAssignment packages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return type.getPackageName().startsWith("io.tidemark")
            ? SliceIdentifier.of(type.getPackageName())
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages of Tidemark";
      }
    };
  }

  static final class ReadsNanoTime {
    long read() {
      return System.nanoTime();
    }
  }

  static final class ReadsTheWallClock {
    long read() {
      return System.currentTimeMillis() + Instant.now().getNano();
    }
  }

  static final class ReadsTheDate {
    long read() {
      return LocalDate.now(java.time.ZoneOffset.UTC).toEpochDay();
    }
  }

  static final class HoldsAClock {
    long read(Clock clock) {
      return clock.millis();
    }
  }

  static final class HoldsAnAgronaClock {
    long read(SystemNanoClock clock) {
      return clock.nanoTime();
    }
  }

  static final class StartsAThread {
    void start(Runnable work) {
      new Thread(work).start();
    }
  }

  static final class KeepsAnAtomic {
    long next(AtomicLong counter) {
      return counter.incrementAndGet();
    }
  }

  static final class HoldsASequence {
    long read(com.lmax.disruptor.Sequence sequence) {
      return sequence.get();
    }
  }

  static final class ConvertsUnits {
    long convert(long seconds) {
      return TimeUnit.SECONDS.toMillis(seconds);
    }
  }

  static final class HoldsABuffer {
    int size(UnsafeBuffer buffer) {
      return buffer.capacity();
    }
  }
}
