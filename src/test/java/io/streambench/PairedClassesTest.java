package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Checks that differences between Solr 9 and 10 are in classes with equal names, in two folders.
 */
class PairedClassesTest {
  private static final Path SOLR_9 = Path.of("src/jetty10/java/io/streambench");
  private static final Path SOLR_10 = Path.of("src/solr10/src/main/java/io/streambench");

  /**
   * The only folder whose files the build for Solr 10 may edit; it contains only Solr's sources.
   */
  private static final String UNPACKED = "${project.build.directory}/streaming";

  /** Returns the sources below a folder, without the excluded packages. */
  private static Set<String> sourceFiles(Path folder, String... excludedPackages)
      throws IOException {
    Set<String> others = Set.of(excludedPackages);
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(folder::relativize)
          .filter(file -> !others.contains(file.getName(0).toString()))
          .map(Path::toString)
          .collect(Collectors.toSet());
    }
  }

  private static List<Element> findElements(Document pom, String name) {
    NodeList found = pom.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  /**
   * The package {@code strategy} is paired with {@code src/jetty12}, and {@code solr10} starts
   * nodes of Solr 10 only.
   */
  @Test
  void everyClassExistsForBothVersions() throws Exception {
    assertThat(sourceFiles(SOLR_10, "strategy", "solr10"))
        .isNotEmpty()
        .isEqualTo(sourceFiles(SOLR_9, "strategy"));
  }

  @Test
  void buildEditsOnlySolrSources() throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse("src/solr10/pom.xml");
    assertThat(findElements(pom, "replace"))
        .extracting(replace -> replace.getAttribute("dir"))
        .containsExactly(UNPACKED);
    for (String copies : List.of("copy", "move", "fileset", "filter", "replaceregexp", "sync")) {
      assertThat(findElements(pom, copies)).describedAs(copies).isEmpty();
    }
    assertThat(findElements(pom, "source"))
        .extracting(Element::getTextContent)
        .contains(UNPACKED, "${project.basedir}/../main/java");
  }
}
