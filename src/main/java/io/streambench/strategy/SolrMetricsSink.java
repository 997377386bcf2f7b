package io.streambench.strategy;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SharedMetricRegistries;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Shows figures among the metrics of the Solr node in this JVM: {@code /admin/metrics?group=jvm&
 * prefix=streambench}. Solr 9 shares its registry {@code solr.jvm} with whoever asks the library
 * for it ({@code SolrMetricManager.isSharedRegistry}); in a JVM without Solr nobody reads it.
 */
final class SolrMetricsSink implements MetricsSink {
  private static final String REGISTRY = "solr.jvm";
  private static final String PREFIX = "streambench.";
  private static final String GET = "get";

  private final Set<String> shown = new HashSet<>();
  private final MetricRegistry registry = SharedMetricRegistries.getOrCreate(REGISTRY);

  @Override
  public void show(String type, String name, Object bean) {
    for (Method getter : getters(bean)) {
      String metric = prefix(type, name) + uncapitalized(getter.getName().substring(GET.length()));
      registry.register(metric, (Gauge<Object>) () -> value(getter, bean));
      shown.add(metric);
    }
  }

  @Override
  public void hide(String type, String name) {
    String prefix = prefix(type, name);
    for (String metric : List.copyOf(shown)) {
      if (metric.startsWith(prefix)) {
        registry.remove(metric);
        shown.remove(metric);
      }
    }
  }

  private static Method[] getters(Object bean) {
    return bean.getClass().getInterfaces()[0].getMethods();
  }

  private static String prefix(String type, String name) {
    return PREFIX + uncapitalized(type) + "." + (name.isEmpty() ? "" : name + ".");
  }

  private static String uncapitalized(String text) {
    return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  private static Object value(Method getter, Object bean) {
    try {
      return getter.invoke(bean);
    } catch (IllegalAccessException | InvocationTargetException e) {
      return null; // as a gauge of Solr's that has nothing to tell
    }
  }
}
