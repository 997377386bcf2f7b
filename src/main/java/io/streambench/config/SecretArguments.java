package io.streambench.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows the {@code -D} arguments of a JVM that hold a password, by the property's name. They go to
 * the JVM that needs them and nowhere else: what is printed or written says {@value #HIDDEN}.
 */
public final class SecretArguments {
  public static final String HIDDEN = "***";

  private static final String NAME =
      "-D[\\w.-]*(?i:basicauth|password|passwd|pwd|passphrase|secret|token|credentials?|apikey)";
  private static final Pattern ARGUMENT = Pattern.compile("(" + NAME + "=).*", Pattern.DOTALL);
  private static final Pattern WITHIN =
      Pattern.compile("(" + NAME + "=)(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");

  private SecretArguments() {}

  /** Returns whether an argument is {@code -Dname=value} with a value that is nobody's business. */
  public static boolean isSecret(String argument) {
    return ARGUMENT.matcher(argument).matches();
  }

  /** One argument of a JVM, without its secret if it has one. */
  public static String masked(String argument) {
    Matcher secret = ARGUMENT.matcher(argument);
    return secret.matches() ? secret.group(1) + HIDDEN : argument;
  }

  /** A text that may have several arguments in it, as a command line does, without secrets. */
  public static String maskedIn(String text) {
    return WITHIN.matcher(text).replaceAll("$1" + HIDDEN);
  }
}
