package io.streambench.compare.report;

/** Returns whether a value is the only default of a parameter; false for an unknown benchmark. */
@FunctionalInterface
public interface Defaults {
  boolean isDefault(String benchmark, String parameter, String value);
}
