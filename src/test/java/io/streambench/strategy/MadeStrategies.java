package io.streambench.strategy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http2.FlowControlStrategy;

/** Strategies that connections were given, one each, and what they still remember. */
final class MadeStrategies {
  private final List<FlowControlStrategy> made = new CopyOnWriteArrayList<>();

  /** The same factory, whose strategies are remembered here. */
  FlowControlStrategy.Factory of(FlowControlStrategy.Factory strategies) {
    return () -> {
      FlowControlStrategy strategy = strategies.newFlowControlStrategy();
      made.add(strategy);
      return strategy;
    };
  }

  /** The number of strategies, and so of connections. */
  int size() {
    return made.size();
  }

  /** The maps of the strategies, and of what they are made of, that are not empty. */
  Map<String, Integer> entries() {
    Map<String, Integer> entries = new TreeMap<>();
    made.forEach(strategy -> addEntries(strategy, entries));
    return entries;
  }

  private static void addEntries(Object part, Map<String, Integer> entries) {
    for (Class<?> type = part.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          addEntries(field, valueOf(field, part), entries);
        }
      }
    }
  }

  private static void addEntries(Field field, Object value, Map<String, Integer> entries) {
    if (value instanceof Map<?, ?> map) {
      if (!map.isEmpty()) {
        entries.put(field.getDeclaringClass().getSimpleName() + "." + field.getName(), map.size());
      }
    } else if (value != null && isOurs(field.getType())) {
      addEntries(value, entries);
    }
  }

  private static boolean isOurs(Class<?> type) {
    return type.getPackage() == MadeStrategies.class.getPackage() && !type.isInterface();
  }

  private static Object valueOf(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
