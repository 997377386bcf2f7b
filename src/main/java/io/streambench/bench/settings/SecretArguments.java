package io.streambench.bench.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes {@code -D} arguments with secrets by name; output shows {@value #MASK} instead. */
public final class SecretArguments {
  public static final String MASK = "***";

  private static final String NAME =
      "-D[\\w.-]*(?i:basicauth|password|passwd|pwd|passphrase|secret|token|credentials?|apikey)";
  private static final Pattern ARGUMENT = Pattern.compile("(" + NAME + "=).*", Pattern.DOTALL);
  private static final Pattern SECRET_IN_TEXT =
      Pattern.compile("(" + NAME + "=)(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");

  private SecretArguments() {}

  /** Returns whether an argument is {@code -Dname=value} with a secret value. */
  public static boolean isSecret(String argument) {
    return ARGUMENT.matcher(argument).matches();
  }

  /** Masks the secret of a JVM argument, if it has one. */
  public static String mask(String argument) {
    Matcher secret = ARGUMENT.matcher(argument);
    return secret.matches() ? secret.group(1) + MASK : argument;
  }

  /** Masks every secret argument in a text, such as a command line. */
  public static String maskIn(String text) {
    return SECRET_IN_TEXT.matcher(text).replaceAll("$1" + MASK);
  }
}
