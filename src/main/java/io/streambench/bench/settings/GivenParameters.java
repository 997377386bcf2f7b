package io.streambench.bench.settings;

import java.util.Map;
import java.util.OptionalInt;

/**
 * The parameters given to a benchmark, and the system properties of its JVM. A parameter that was
 * not given has its default value.
 */
record GivenParameters(Map<String, String> values, Map<String, String> properties) {
  <T> T get(Parameter<T> parameter) {
    return parameter.valueIn(values);
  }

  /**
   * Returns the value of the parameter or, if it is empty, of the property. Returns empty if both
   * are empty.
   */
  OptionalInt getOrProperty(Parameter<OptionalInt> parameter, String property) {
    OptionalInt fromParameter = get(parameter);
    String text = properties.getOrDefault(property, parameter.defaultValue());
    OptionalInt fromProperty = parameter.type().parse(property, text);
    return fromParameter.isPresent() ? fromParameter : fromProperty;
  }

  HttpVersion protocol() {
    return get(BenchmarkParameters.USE_HTTP1) ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2;
  }
}
