package io.tidemark.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * Defines a template class again as a hidden class, so that its code has constants and type
 * profiles of its own: the JIT compiler's profiles belong to the code and so to the JVM, and code
 * shared by several jobs calls their functions through tables, 20 ns an event dearer. No bytecode
 * is written: the template's own class file is defined again. The template itself serves where no
 * class can be defined at run time (native images), and when told to by {@link #PLAIN_PROPERTY}.
 *
 * <p>A template keeps what it is made from in final fields, which are constants in hidden classes
 * where the compiler knows the object. So it has a static one, made from {@link #parameterOf}, and
 * its methods work on that if there is one, else on {@code this}. Measured (W1, inline): 18.9 ns an
 * event, without that object 20.5.
 *
 * <p>Set-up code: the first definition costs some 10 ms, further ones about 1 ms. A hidden class is
 * unloaded with its last instance.
 */
public final class Specialiser {
  /** Set to {@code true} to use plain classes: hidden frames are missing from stack traces. */
  public static final String PLAIN_PROPERTY = "tidemark.plain";

  private Specialiser() {}

  /**
   * An instance of the template, defined again if that can be.
   *
   * @param lookup the caller's, of the template's package
   * @param template has one constructor, of one parameter
   * @param type what the template extends
   * @param parameterType the type of that parameter
   * @param parameter what is handed to the constructor; what it throws is thrown on
   */
  public static <T, P> T instance(
      Lookup lookup,
      Class<? extends T> template,
      Class<T> type,
      Class<P> parameterType,
      P parameter) {
    try {
      Lookup inside =
          Boolean.getBoolean(PLAIN_PROPERTY) ? lookup : definedAgain(lookup, template, parameter);
      Class<?> used = inside == lookup ? template : inside.lookupClass();
      MethodType constructor = MethodType.methodType(void.class, parameterType);
      return type.cast(inside.findConstructor(used, constructor).invoke(parameter));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot make " + template.getName(), e);
    }
  }

  /**
   * What a template was defined again for; null in the template itself.
   *
   * @param lookup of the template, with all rights
   */
  public static <P> P parameterOf(Lookup lookup, Class<P> type) {
    try {
      return MethodHandles.classData(lookup, ConstantDescs.DEFAULT_NAME, type);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Looks into the hidden class; the caller's own look-up where none can be defined. */
  private static Lookup definedAgain(Lookup lookup, Class<?> template, Object parameter) {
    try (InputStream file = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      return file == null
          ? lookup
          : lookup.defineHiddenClassWithClassData(file.readAllBytes(), parameter, true);
    } catch (IOException | IllegalAccessException | UnsupportedOperationException e) {
      return lookup;
    }
  }
}
