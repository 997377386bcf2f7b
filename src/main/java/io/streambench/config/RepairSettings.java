package io.streambench.config;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * The settings of the repair: system properties of a client or a node that is no benchmark's. A new
 * property gets its name in {@link #PROPERTIES} and its rule in {@link #of}.
 *
 * @param flowControl of every HTTP/2 client of the JVM
 */
public record RepairSettings(FlowControlSettings flowControl) {
  /** The strategy where no property names one. */
  public static final FlowControlKind DEFAULT_KIND = FlowControlKind.BUDGET;

  private static final List<String> PROPERTIES =
      List.of(
          FlowControlSettings.KIND_PROPERTY,
          FlowControlSettings.STREAM_WINDOW_PROPERTY,
          FlowControlSettings.SESSION_WINDOW_PROPERTY,
          FlowControlSettings.BUDGET_PROPERTY);

  /**
   * The text of each property, null for one that is not set: what tells whether to read them again.
   */
  public static List<String> texts(UnaryOperator<String> properties) {
    return Arrays.asList(PROPERTIES.stream().map(properties).toArray(String[]::new));
  }

  /**
   * Reads them.
   *
   * @param properties gives the value of a property, or null
   * @throws SettingException for the first that breaks its rule
   */
  public static RepairSettings of(UnaryOperator<String> properties) {
    String kind = properties.apply(FlowControlSettings.KIND_PROPERTY);
    return new RepairSettings(
        new FlowControlSettings(
            kind == null
                ? DEFAULT_KIND
                : FlowControlKind.parse(FlowControlSettings.KIND_PROPERTY, kind),
            window(properties, FlowControlSettings.STREAM_WINDOW_PROPERTY),
            window(properties, FlowControlSettings.SESSION_WINDOW_PROPERTY),
            OptionalDouble.empty(),
            FlowControlSettings.budget(properties.apply(FlowControlSettings.BUDGET_PROPERTY))));
  }

  private static RecvWindow window(UnaryOperator<String> properties, String name) {
    return RecvWindow.of(name, RecvWindow.DEFAULT, name, properties.apply(name));
  }
}
