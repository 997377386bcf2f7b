package io.streambench.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The type of a setting, which parses text and checks the value.
 *
 * @param label the placeholder for a value in help texts, such as {@code BYTES}
 * @param rule the accepted values, worded to follow "must be"
 * @param range the accepted values in short form; empty if almost any value is accepted
 * @param words all accepted words; empty if other text is also accepted
 * @param parser parses text; returns empty if the text is not accepted
 */
public record ValueType<T>(
    String label,
    String rule,
    String range,
    List<String> words,
    Function<String, Optional<T>> parser) {
  /** Matches ASCII text. Excludes the other Unicode digits, which {@code parseInt} would accept. */
  private static final Pattern ASCII = Pattern.compile("\\p{ASCII}*");

  /** Returns the type of a whole number from {@code min} to {@code max}, both inclusive. */
  public static ValueType<Integer> wholeNumber(int min, int max) {
    return wholeNumber("N", "a whole number", min, max);
  }

  public static ValueType<Integer> bytes(int min, int max) {
    return wholeNumber("BYTES", "a whole number of bytes", min, max);
  }

  private static ValueType<Integer> wholeNumber(String label, String noun, int min, int max) {
    return new ValueType<>(
        label,
        noun + " from " + min + " to " + max,
        max < Integer.MAX_VALUE ? TextFormat.of("%,d to %,d", min, max) : "",
        List.of(),
        text -> parseNumber(text, Integer::valueOf).filter(value -> value >= min && value <= max));
  }

  public static ValueType<Double> number(double min, double max) {
    String range = Values.formatPlain(min) + " to " + Values.formatPlain(max);
    return number("NUMBER", "a number from " + range, range, value -> value >= min && value <= max);
  }

  static ValueType<Double> number(
      String label, String rule, String range, Predicate<Double> accepted) {
    return new ValueType<>(
        label, rule, range, List.of(), text -> parseNumber(text, Double::valueOf).filter(accepted));
  }

  private static <T extends Number> Optional<T> parseNumber(
      String text, Function<String, T> parser) {
    try {
      return ASCII.matcher(text).matches() ? Optional.of(parser.apply(text)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty(); // too large, or not a number
    }
  }

  public static ValueType<Boolean> flag() {
    return choice("true or false", "", List.of(true, false), true);
  }

  /**
   * Returns a type that accepts the {@code toString()} of each enum constant. If the constants are
   * in upper case, also accepts lower-case text.
   */
  public static <E extends Enum<E>> ValueType<E> enumConstant(Class<E> type) {
    List<E> all = List.of(type.getEnumConstants());
    String names = all.stream().map(E::toString).collect(Collectors.joining(", "));
    String rule = names.replaceFirst(", ([\\w-]+)$", " or $1");
    return choice(rule, rule, all, false);
  }

  private static <T> ValueType<T> choice(
      String rule, String range, List<T> choices, boolean isLower) {
    return new ValueType<>(
        "WORD",
        rule,
        range,
        choices.stream().map(String::valueOf).toList(),
        text -> {
          String upper = text.toUpperCase(Locale.ROOT);
          List<String> typed = List.of(text, isLower ? text.toLowerCase(Locale.ROOT) : upper);
          return choices.stream().filter(value -> typed.contains(value.toString())).findFirst();
        });
  }

  /** Returns the type of text that matches {@code pattern}. */
  public static ValueType<String> matching(String rule, Pattern pattern) {
    return new ValueType<>(
        "TEXT", rule, "", List.of(), text -> Optional.of(text).filter(pattern.asMatchPredicate()));
  }

  /**
   * Returns the type of a list of texts that match {@code pattern}. Commas or plus signs separate
   * the texts, because JMH splits its parameters at commas.
   */
  public static ValueType<List<String>> listMatching(String rule, Pattern pattern) {
    return new ValueType<>(
        "TEXT",
        rule,
        "",
        List.of(),
        text ->
            Optional.of(Arrays.stream(text.split("[+,]", -1)).map(String::strip).toList())
                .filter(parts -> parts.stream().allMatch(pattern.asMatchPredicate())));
  }

  /** Returns the type of a readable, non-empty file, resolved against the project folder. */
  public static ValueType<Path> readableFile() {
    String rule = "a file that can be read, and not empty";
    return new ValueType<>(
        "TEXT",
        rule,
        "",
        List.of(),
        text -> {
          try {
            Path file = Installation.moduleFolder().resolve(text);
            boolean isReadable = Files.isRegularFile(file) && Files.isReadable(file);
            return isReadable && Files.size(file) > 0 ? Optional.of(file) : Optional.empty();
          } catch (IOException | InvalidPathException e) {
            return Optional.empty();
          }
        });
  }

  /**
   * Returns a type that parses {@code word} as an empty {@code Optional}, and any other text like
   * this type.
   */
  public ValueType<Optional<T>> or(String word) {
    String alternative = "'" + word + "'" + (rule.contains(" or ") ? ", " : " or ");
    return new ValueType<>(
        label,
        alternative + rule,
        range,
        words.isEmpty() ? words : Stream.concat(Stream.of(word), words.stream()).toList(),
        text -> {
          Optional<T> value = text.equals(word) ? Optional.empty() : parser.apply(text);
          return text.equals(word) || value.isPresent() ? Optional.of(value) : Optional.empty();
        });
  }

  public static ValueType<OptionalInt> intOr(String word, ValueType<Integer> type) {
    return type.or(word).map(value -> value.map(OptionalInt::of).orElseGet(OptionalInt::empty));
  }

  public static ValueType<OptionalDouble> doubleOr(String word, ValueType<Double> type) {
    return type.or(word)
        .map(value -> value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty));
  }

  public <U> ValueType<U> map(Function<T, U> function) {
    return new ValueType<>(label, rule, range, words, text -> parser.apply(text).map(function));
  }

  /** Parses a value; throws a {@link SettingException} if the text is not accepted. */
  public T parse(String setting, String text) {
    return parser
        .apply(text.strip())
        .orElseThrow(() -> new SettingException(setting, "be " + rule, text, words));
  }
}
