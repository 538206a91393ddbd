package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Every public type and method of the engine says what it promises. That the markup is right is
 * javac's to say; its own check of what is missing would ask for a tag for each parameter too, and
 * so for comments that repeat names.
 */
class ApiDocumentationTest {
  // Surefire runs in the module's folder.
  private static final Path SOURCES = Path.of("src/main/java");

  @Test
  void shouldDocumentEveryPublicTypeAndMethod() throws IOException {
    Missing missing = read(SOURCES);

    assertThat(missing.types).as("public types that were looked at").isGreaterThan(20);
    assertThat(missing.names).as("public without Javadoc").isEmpty();
  }

  @Test
  void shouldDocumentEveryPackage() throws IOException {
    try (Stream<Path> folders =
        Files.walk(SOURCES.resolve("io/tidemark")).filter(Files::isDirectory)) {
      assertThat(folders)
          .isNotEmpty()
          .allSatisfy(
              folder -> assertThat(folder.resolve("package-info.java")).content().contains("/**"));
    }
  }

  private static Missing read(Path sources) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null);
        Stream<Path> paths = Files.walk(sources)) {
      List<Path> java = paths.filter(path -> path.toString().endsWith(".java")).toList();
      JavacTask task =
          (JavacTask)
              javac.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(java));
      Missing missing = new Missing(DocTrees.instance(task));
      for (CompilationUnitTree unit : task.parse()) {
        missing.scan(unit, null);
      }
      return missing;
    }
  }

  private static final class Missing extends TreePathScanner<Void, Void> {
    private final DocTrees docs;
    private final List<String> names = new ArrayList<>();
    private int types;

    private Missing(DocTrees docs) {
      this.docs = docs;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      if (!isPublic(type.getModifiers())) {
        return null;
      }
      types++;
      note(type.getSimpleName().toString());
      return super.visitClass(type, unused);
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      boolean overrides =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
      if (isPublic(method.getModifiers()) && !overrides) {
        ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
        note(owner.getSimpleName() + "." + method.getName());
      }
      return null;
    }

    private void note(String name) {
      if (docs.getDocComment(getCurrentPath()) == null) {
        names.add(name);
      }
    }

    /** Members of an interface are public without saying so. */
    private boolean isPublic(ModifiersTree modifiers) {
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      boolean implied =
          parent.getKind() == Tree.Kind.INTERFACE
              && !modifiers.getFlags().contains(Modifier.PRIVATE);
      return implied || modifiers.getFlags().contains(Modifier.PUBLIC);
    }
  }
}
