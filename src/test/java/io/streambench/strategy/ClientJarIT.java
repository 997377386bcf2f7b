package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.streambench.program.Until;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.junit.jupiter.api.Test;

/**
 * Checks the jar that an operator copies to a production node. It contains exactly the classes that
 * the repair needs.
 */
class ClientJarIT {
  private static final String PROJECT_PREFIX = "io.streambench.";

  private static JavaClasses classes() throws Exception {
    try (JarFile jar = new JarFile(ClientJar.path().toFile())) {
      return new ClassFileImporter().importJar(jar);
    }
  }

  private static Set<String> projectClassNames() throws Exception {
    return classes().stream()
        .map(JavaClass::getName)
        .filter(name -> name.startsWith(PROJECT_PREFIX))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> dependenciesOf(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType)
        .filter(needed -> !needed.isPrimitive())
        .map(JavaClass::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Follows the references between classes, starting from the factory. */
  @Test
  void containsOnlyFactoryAndItsDependencies() throws Exception {
    JavaClasses classes = classes();
    Set<String> needed = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(StallFreeClientFactory.class.getName()));
    while (!open.isEmpty()) {
      String name = open.pop();
      if (needed.add(name) && classes.contain(name)) {
        dependenciesOf(classes.get(name)).stream()
            .filter(other -> other.startsWith(PROJECT_PREFIX))
            .forEach(open::push);
      }
    }
    // javac creates a class for a switch over an enum, and no signature names this class.
    Set<String> contained =
        projectClassNames().stream()
            .filter(name -> !name.matches(".*\\$\\d+"))
            .collect(Collectors.toCollection(TreeSet::new));
    needed.removeIf(name -> name.matches(".*\\$\\d+"));
    assertThat(contained).isEqualTo(needed);
  }

  @Test
  void allClassesLoadWithOnlySolrJ() throws Exception {
    List<Path> jars = new ArrayList<>(ClientJar.solrJJars());
    jars.add(ClientJar.path());
    JavaClasses classes = classes();
    try (URLClassLoader loader = newLoader(jars, ClassLoader.getPlatformClassLoader())) {
      for (String name : projectClassNames()) {
        assertThat(Class.forName(name, true, loader).getClassLoader()).isSameAs(loader);
        for (String needed : dependenciesOf(classes.get(name))) {
          assertThat(Class.forName(needed, false, loader)).isNotNull();
        }
      }
    }
  }

  /** Leaves Jetty out, as if SolrJ's Jetty had other classes. The setup must not fail. */
  @Test
  void missingJettyLeavesClientsUnchanged() throws Exception {
    List<Path> jars = new ArrayList<>(ClientJar.solrJJars());
    jars.removeIf(jar -> jar.getFileName().toString().matches("(jetty|http2)-.*"));
    jars.add(ClientJar.path());
    try (URLClassLoader loader = newLoader(jars, ClassLoader.getPlatformClassLoader())) {
      Class<?> factory = Class.forName(StallFreeClientFactory.class.getName(), true, loader);
      Class<?> client = Class.forName(Http2SolrClient.class.getName(), false, loader);
      Object made = factory.getConstructor().newInstance();
      factory.getMethod("setup", client).invoke(made, (Object) null);
    }
  }

  /** Undeploys a web application that has its own copy of the jar. */
  @Test
  void isCollectedWithClassLoaderAfterClientsClose() throws Exception {
    try (URLClassLoader solrj =
        newLoader(ClientJar.solrJJars(), ClassLoader.getPlatformClassLoader())) {
      WeakReference<ClassLoader> gone = loaderOfClosedClient(solrj);
      Until.isTrue(
          () -> {
            System.gc();
            return gone.get() == null;
          });
    }
  }

  private static WeakReference<ClassLoader> loaderOfClosedClient(ClassLoader solrj)
      throws Exception {
    try (URLClassLoader webapp = newLoader(List.of(ClientJar.path()), solrj)) {
      Class<?> factory = Class.forName(StallFreeClientFactory.class.getName(), true, webapp);
      Class<?> client = Class.forName(Http2SolrClient.class.getName(), true, solrj);
      Object builder =
          Class.forName(Http2SolrClient.Builder.class.getName(), true, solrj)
              .getConstructor()
              .newInstance();
      Object solr = builder.getClass().getMethod("build").invoke(builder);
      factory.getMethod("setup", client).invoke(factory.getConstructor().newInstance(), solr);
      ObjectName bean = new ObjectName("io.streambench:type=UnreadMemory");
      assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(bean)).isTrue();
      client.getMethod("close").invoke(solr);
      assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(bean)).isFalse();
      return new WeakReference<>(webapp);
    }
  }

  private static URLClassLoader newLoader(List<Path> jars, ClassLoader parent) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), parent);
  }
}
