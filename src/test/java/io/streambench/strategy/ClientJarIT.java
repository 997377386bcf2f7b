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
 * Checks the jar that an operator copies to a production node: all that it takes, and nothing else.
 */
class ClientJarIT {
  private static final String OURS = "io.streambench.";

  private static JavaClasses classes() throws Exception {
    try (JarFile jar = new JarFile(ClientJar.path().toFile())) {
      return new ClassFileImporter().importJar(jar);
    }
  }

  private static Set<String> names() throws Exception {
    return classes().stream()
        .map(JavaClass::getName)
        .filter(name -> name.startsWith(OURS))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> needs(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType)
        .filter(needed -> !needed.isPrimitive())
        .map(JavaClass::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The closure over what each class names, from the factory on. */
  @Test
  void holdsTheFactoryAndWhatItNeedsAndNothingElse() throws Exception {
    JavaClasses classes = classes();
    Set<String> needed = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(StallFreeClientFactory.class.getName()));
    while (!open.isEmpty()) {
      String name = open.pop();
      if (needed.add(name) && classes.contain(name)) {
        needs(classes.get(name)).stream()
            .filter(other -> other.startsWith(OURS))
            .forEach(open::push);
      }
    }
    // The table of a switch over an enum, which javac makes and nobody names in a signature.
    Set<String> held =
        names().stream()
            .filter(name -> !name.matches(".*\\$\\d+"))
            .collect(Collectors.toCollection(TreeSet::new));
    needed.removeIf(name -> name.matches(".*\\$\\d+"));
    assertThat(held).isEqualTo(needed);
  }

  @Test
  void everyClassLoadsAndFindsAllThatItNamesWithSolrJAlone() throws Exception {
    List<Path> jars = new ArrayList<>(ClientJar.solrj());
    jars.add(ClientJar.path());
    JavaClasses classes = classes();
    try (URLClassLoader loader = loader(jars, ClassLoader.getPlatformClassLoader())) {
      for (String name : names()) {
        assertThat(Class.forName(name, true, loader).getClassLoader()).isSameAs(loader);
        for (String needed : needs(classes.get(name))) {
          assertThat(Class.forName(needed, false, loader)).isNotNull();
        }
      }
    }
  }

  /** Leaves Jetty out, like a SolrJ whose Jetty has other classes: the setup does not fail. */
  @Test
  void aJettyThatIsNotThereLeavesClientsAsTheyAre() throws Exception {
    List<Path> jars = new ArrayList<>(ClientJar.solrj());
    jars.removeIf(jar -> jar.getFileName().toString().matches("(jetty|http2)-.*"));
    jars.add(ClientJar.path());
    try (URLClassLoader loader = loader(jars, ClassLoader.getPlatformClassLoader())) {
      Class<?> factory = Class.forName(StallFreeClientFactory.class.getName(), true, loader);
      Class<?> client = Class.forName(Http2SolrClient.class.getName(), false, loader);
      Object made = factory.getConstructor().newInstance();
      factory.getMethod("setup", client).invoke(made, (Object) null);
    }
  }

  /** A web application that is undeployed, with the jar of its own. */
  @Test
  void isLetGoWithItsClassLoaderOnceItsClientsAreClosed() throws Exception {
    try (URLClassLoader solrj = loader(ClientJar.solrj(), ClassLoader.getPlatformClassLoader())) {
      WeakReference<ClassLoader> gone = loaderOfAClientThatWasClosed(solrj);
      Until.isSo(
          () -> {
            System.gc();
            return gone.get() == null;
          });
    }
  }

  private static WeakReference<ClassLoader> loaderOfAClientThatWasClosed(ClassLoader solrj)
      throws Exception {
    try (URLClassLoader webapp = loader(List.of(ClientJar.path()), solrj)) {
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

  private static URLClassLoader loader(List<Path> jars, ClassLoader parent) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), parent);
  }
}
