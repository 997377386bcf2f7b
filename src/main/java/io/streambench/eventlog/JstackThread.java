package io.streambench.eventlog;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread of a thread dump that reads a stream or sends an answer, at the moment of the dump.
 *
 * @param name as the dump has it
 * @param identity tells it from others of its name: its number and address, as far as the dump has
 *     them
 * @param waits whether it waits: for the next bytes of an answer, or for room to send them
 * @param cpuMillis the processor time that it has used; empty in a dump without it (before Java 11)
 * @param ageSeconds for how long it has existed; empty in a dump without it
 * @param jvmSeconds the same of the oldest thread of that dump: tells dumps of one JVM apart
 */
public record JstackThread(
    String name,
    String identity,
    boolean waits,
    OptionalDouble cpuMillis,
    OptionalDouble ageSeconds,
    double jvmSeconds) {
  private static final Pattern NAME = Pattern.compile("^\"(.*)\" (?=#\\d|prio=|daemon|os_prio=)");
  private static final Pattern NUMBER = Pattern.compile("\" #(\\d{1,18})\\b");
  private static final Pattern ADDRESS = Pattern.compile(" tid=(0x[0-9a-f]{1,16})\\b");

  /** A time below zero is one that the system does not tell. */
  private static final Pattern CPU = Pattern.compile(" cpu=(\\d{1,12}(?:[.,]\\d{1,9})?)ms ");

  private static final Pattern AGE = Pattern.compile(" elapsed=(\\d{1,12}(?:[.,]\\d{1,9})?)s ");

  /** Returns whether a line of a thread dump is the first one of a thread. */
  static boolean begins(String line) {
    return NAME.matcher(line).find();
  }

  /** Reads it from the first line that a thread has in a dump. */
  static JstackThread of(String line) {
    return new JstackThread(
        group(NAME, line),
        group(NUMBER, line) + " " + group(ADDRESS, line),
        false,
        number(CPU, line),
        number(AGE, line),
        0);
  }

  /** The same thread, as far as the rest of its stack tells. */
  JstackThread waiting(boolean waits) {
    return new JstackThread(name, identity, waits, cpuMillis, ageSeconds, jvmSeconds);
  }

  /** The same thread, in a dump whose oldest thread is that old. */
  JstackThread in(double jvmSeconds) {
    return new JstackThread(name, identity, waits, cpuMillis, ageSeconds, jvmSeconds);
  }

  /** The same for one thread in all dumps of its JVM, and for no other. */
  public String key() {
    return name + "\n" + identity;
  }

  private static String group(Pattern pattern, String line) {
    Matcher found = pattern.matcher(line);
    return found.find() ? found.group(1) : "";
  }

  /** A JVM of some locales writes a comma. */
  private static OptionalDouble number(Pattern pattern, String line) {
    String text = group(pattern, line).replace(',', '.');
    return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
  }
}
