package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.SingleLine;
import io.streambench.bench.settings.SecretArguments;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** JMH's arguments as they were typed, with the mistakes that JMH itself lets pass. */
final class TypedArguments {
  /** The option {@code -p name=value}, typed as two arguments or as one. */
  private static final Pattern TYPED_PARAMETER =
      Pattern.compile("(?:^|\0)-p(?!rof)\0?([^=\0]*)=([^\0]*)");

  private static final Set<String> SWITCHES = Set.of("-foe", "-gc", "-si");

  private TypedArguments() {}

  /** Parses JMH's arguments; the error for a wrong argument names the option and what was typed. */
  static CommandLineOptions parse(String[] arguments) {
    try {
      CommandLineOptions typed = new CommandLineOptions(arguments);
      requireTrueOrFalse(arguments);
      return typed;
    } catch (SettingException e) {
      throw e;
    } catch (CommandLineOptionException | RuntimeException e) {
      String complaint = complaint(e);
      int count = 1;
      while (!complaint.equals(complaint(Arrays.copyOf(arguments, count)))) {
        count++; // the wrong argument is the first with which JMH complains
      }
      String wrong = arguments[count - 1];
      boolean unknown = complaint.endsWith("is not a recognized option");
      boolean lacksValue = complaint.endsWith("requires an argument");
      throw new SettingException(
          unknown ? "option" : lacksValue || count == 1 ? wrong : arguments[count - 2],
          "be as ./jmh.sh -h lists it ("
              + complaint
              + (unknown ? "; a parameter goes behind -p, a -D goes behind -jvmArgs" : "")
              + ")",
          lacksValue ? "" : SecretArguments.maskSecretsIn(wrong));
    }
  }

  /** Checks JMH's switches, for which JMH takes every word but "true" as false. */
  private static void requireTrueOrFalse(String[] arguments) {
    for (int i = 1; i < arguments.length; i++) {
      SettingException.throwIf(
          SWITCHES.contains(arguments[i - 1]) && !arguments[i].matches("(?i)true|false"),
          arguments[i - 1],
          "be true or false",
          arguments[i]);
    }
  }

  private static String complaint(String[] arguments) {
    try {
      return "no complaint about " + new CommandLineOptions(arguments);
    } catch (CommandLineOptionException | RuntimeException e) {
      return complaint(e);
    }
  }

  private static String complaint(Exception wrong) {
    String message = SingleLine.of(String.valueOf(wrong.getMessage()));
    return message.replaceFirst("No enum constant .*\\.", "there is no ");
  }

  /**
   * The names of the parameters that were typed. JMH silently ignores unknown names, and a value
   * that is missing after a comma.
   */
  static Set<String> parameters(String[] arguments) {
    Set<String> names = new TreeSet<>();
    for (MatchResult typed :
        TYPED_PARAMETER.matcher(String.join("\0", arguments)).results().toList()) {
      String values = typed.group(2);
      SettingException.throwIf(
          values.endsWith(","), typed.group(1), "have a value after each comma", values);
      names.add(typed.group(1));
    }
    return names;
  }
}
