package io.tidemark.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;

/**
 * Defines a template class again as a hidden class, so that it has static finals and type profiles
 * of its own: the JIT compiler's profiles belong to the JVM, and code shared by several jobs calls
 * their functions through tables, 20 ns an event dearer. No bytecode is written: the template's own
 * class file is defined again.
 *
 * <p>Set-up code: the first definition costs some 10 ms, further ones about 1 ms. A hidden class is
 * unloaded with its last instance.
 */
public final class Specialiser {
  /** Set to {@code true} to use plain classes: hidden frames are missing from stack traces. */
  public static final String PLAIN_PROPERTY = "tidemark.plain";

  private Specialiser() {}

  /**
   * An instance of the template, defined again with this class data.
   *
   * @param lookup the caller's, of the template's package
   * @param template has a constructor without parameters and reads the class data in its static
   *     initialiser
   * @param classData what the template reads
   * @param type what the template extends
   * @param plain makes what serves instead where no class can be defined at run time
   */
  public static <T> T instance(
      Lookup lookup, Class<?> template, Object classData, Class<T> type, Supplier<T> plain) {
    if (Boolean.getBoolean(PLAIN_PROPERTY)) {
      return plain.get();
    }
    try (InputStream file = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      if (file == null) {
        return plain.get();
      }
      Class<?> hidden =
          lookup.defineHiddenClassWithClassData(file.readAllBytes(), classData, true).lookupClass();
      Lookup inside = MethodHandles.privateLookupIn(hidden, lookup);
      return type.cast(inside.findConstructor(hidden, MethodType.methodType(void.class)).invoke());
    } catch (IOException | IllegalAccessException | UnsupportedOperationException e) {
      return plain.get();
    } catch (Throwable e) {
      throw new IllegalStateException("cannot specialise " + template.getName(), e);
    }
  }
}
