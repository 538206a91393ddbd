package io.tidemark.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The floor plan of the modules. What a module may use its pom decides, so all poms are read; the
 * classes are those that the command is made of.
 */
class ArchitectureTest {
  // Surefire runs in the module's folder.
  private static final Path MODULES = Path.of("..");

  /** What is made of the adapters, and may know them all. */
  private static final List<String> ABOVE_THE_ADAPTERS = List.of("cli", "testkit");

  private static final JavaClasses COMMAND =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tidemark");

  @Test
  void shouldSeeTheClassesOfEveryModuleThatTheCommandIsMadeOf() throws IOException {
    List<String> ownModules = modulesNamedBy(MODULES.resolve("cli/pom.xml"));

    assertThat(ownModules).contains("engine", "files");
    assertThat(COMMAND.stream().map(JavaClass::getPackageName))
        .contains("io.tidemark.cli", "io.tidemark.time")
        .containsAll(
            ownModules.stream()
                .filter(module -> Files.exists(MODULES.resolve(module).resolve("src/main/java")))
                .map(module -> "io.tidemark." + module)
                .toList());
  }

  @Test
  void shouldLetTheEnginesPomNameNoOtherModule() throws IOException {
    assertThat(modulesNamedBy(MODULES.resolve("../engine/pom.xml"))).isEmpty();
  }

  @Test
  void shouldLetAnAdaptersPomNameTheEngineOnly() throws IOException {
    assertThat(adapters())
        .contains("files")
        .allSatisfy(
            adapter ->
                assertThat(modulesNamedBy(MODULES.resolve(adapter).resolve("pom.xml")))
                    .as("modules that the pom of io/%s names, tests left out", adapter)
                    .isSubsetOf("engine"));
  }

  @Test
  void shouldKeepTheOutsideWorldOutOfTheEngine() throws IOException {
    String[] outside =
        Stream.concat(adapters().stream(), ABOVE_THE_ADAPTERS.stream())
            .map(module -> "io.tidemark." + module + "..")
            .toArray(String[]::new);

    noClasses()
        .that()
        .resideOutsideOfPackages(outside)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(outside)
        .check(COMMAND);
  }

  @Test
  void shouldHaveNoCyclesBetweenPackages() {
    slices().assignedFrom(packages()).should().beFreeOfCycles().check(COMMAND);
  }

  private static List<String> adapters() throws IOException {
    try (Stream<Path> folders = Files.list(MODULES)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("pom.xml")))
          .map(folder -> folder.getFileName().toString())
          .filter(module -> !ABOVE_THE_ADAPTERS.contains(module))
          .sorted()
          .toList();
    }
  }

  /** The modules of this project on which a pom makes more than its tests depend. */
  private static List<String> modulesNamedBy(Path pom) throws IOException {
    return Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL)
        .matcher(Files.readString(pom))
        .results()
        .map(MatchResult::group)
        .filter(dependency -> !dependency.contains("<scope>test</scope>"))
        .flatMap(
            dependency ->
                Pattern.compile("<artifactId>tidemark-(\\w+)</artifactId>")
                    .matcher(dependency)
                    .results())
        .map(artifact -> artifact.group(1))
        .toList();
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
}
