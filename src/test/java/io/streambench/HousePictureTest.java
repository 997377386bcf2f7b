package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks that the diagram in docs/architecture.md follows from the code: it shows which layer
 * imports which, without transitive arrows. {@code -Dhouse.write=true} updates the diagram.
 */
@AnalyzeClasses(packages = "io.streambench", importOptions = ImportOption.DoNotIncludeTests.class)
class HousePictureTest {
  private static final Path PAGE = Path.of("docs/architecture.md");
  private static final String BEGIN = "```mermaid\n";
  private static final String END = "```\n";
  private static final String ROOT = "io.streambench.";
  private static final List<String> SOURCES =
      List.of(
          "src/main/java",
          "src/jetty10/java",
          "src/jetty12/src/main/java",
          "src/solr10/src/main/java");
  private static final List<String> PROGRAMS = List.of("jetty12", "trial");
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?(io\\.streambench\\.\\w+)", Pattern.MULTILINE);

  private static Map<String, Set<String>> collectImports(JavaClasses classes) throws IOException {
    Map<String, Set<String>> imports = new TreeMap<>();
    for (JavaClass type : classes) {
      String from = layerOf(type.getPackageName());
      Set<String> of = imports.computeIfAbsent(from, layer -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .map(JavaClass::getBaseComponentType)
          .filter(target -> target.getName().startsWith(ROOT))
          .map(target -> layerOf(target.getPackageName()))
          .filter(layer -> !layer.equals(from))
          .forEach(of::add);
    }
    for (String root : SOURCES) {
      addSourceImports(Path.of(root), imports);
    }
    return imports;
  }

  /**
   * Adds the imports of source files. Compiled classes do not show imports of constants, because
   * the values are inlined. Code for Jetty 12 is not on this class path. Its small programs are
   * outside the layers.
   */
  private static void addSourceImports(Path root, Map<String, Set<String>> imports)
      throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve("io/streambench"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        String from = layerOf(root.relativize(file).getParent().toString().replace('/', '.'));
        IMPORT
            .matcher(Files.readString(file))
            .results()
            .map(found -> layerOf(found.group(1)))
            .filter(to -> !to.equals(from) && !PROGRAMS.containsAll(List.of(from, to)))
            .forEach(imports.computeIfAbsent(from, program -> new TreeSet<>())::add);
      }
    }
  }

  private static String layerOf(String packageName) {
    String layer = packageName.substring(ROOT.length()).replaceAll("\\..*", "");
    return layer.equals("strategy") ? "client" : layer;
  }

  /** Returns whether there is also an indirect path between two layers. */
  private static boolean isTransitive(Map<String, Set<String>> imports, String from, String to) {
    return imports.get(from).stream()
        .filter(next -> !next.equals(to))
        .anyMatch(next -> imports.get(next).contains(to) || isTransitive(imports, next, to));
  }

  private static String createDiagram(JavaClasses classes) throws IOException {
    Map<String, Set<String>> imports = collectImports(classes);
    StringBuilder picture = new StringBuilder(BEGIN).append("flowchart TD\n");
    imports.forEach(
        (from, targets) ->
            targets.stream()
                .filter(to -> !isTransitive(imports, from, to))
                .forEach(to -> picture.append("  %s-->%s\n".formatted(from, to))));
    return picture.append(END).toString();
  }

  @ArchTest
  static void architectureDiagramMatchesCode(JavaClasses classes) throws Exception {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END, from + BEGIN.length()) + END.length();
    if (Boolean.getBoolean("house.write")) {
      Files.writeString(
          PAGE, page.substring(0, from) + createDiagram(classes) + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to))
        .as("draw it with ./mvnw test -Dtest=HousePictureTest -Dhouse.write=true")
        .isEqualTo(createDiagram(classes));
  }
}
