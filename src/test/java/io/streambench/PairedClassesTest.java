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

/** The differences between Solr 9 and 10 are in classes of equal names, in a folder for each. */
class PairedClassesTest {
  private static final Path SOLR_9 = Path.of("src/jetty10/java/io/streambench");
  private static final Path SOLR_10 = Path.of("src/solr10/src/main/java/io/streambench");

  /** The only folder that the build for Solr 10 may edit; it has nothing but Solr's sources. */
  private static final String UNPACKED = "${project.build.directory}/streaming";

  /** The sources below a folder, without the packages that have no other half. */
  private static Set<String> classes(Path folder, String... without) throws IOException {
    Set<String> others = Set.of(without);
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(folder::relativize)
          .filter(file -> !others.contains(file.getName(0).toString()))
          .map(Path::toString)
          .collect(Collectors.toSet());
    }
  }

  private static List<Element> elements(Document pom, String name) {
    NodeList found = pom.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  /** {@code strategy} is paired with {@code src/jetty12}, and only Solr 10 starts nodes alone. */
  @Test
  void everyClassHasBothHalves() throws Exception {
    assertThat(classes(SOLR_10, "strategy", "solr10"))
        .isNotEmpty()
        .isEqualTo(classes(SOLR_9, "strategy"));
  }

  @Test
  void noBuildRewritesOurSources() throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse("src/solr10/pom.xml");
    assertThat(elements(pom, "replace"))
        .extracting(replace -> replace.getAttribute("dir"))
        .containsExactly(UNPACKED);
    for (String copies : List.of("copy", "move", "fileset", "filter", "replaceregexp", "sync")) {
      assertThat(elements(pom, copies)).describedAs(copies).isEmpty();
    }
    assertThat(elements(pom, "source"))
        .extracting(Element::getTextContent)
        .contains(UNPACKED, "${project.basedir}/../main/java");
  }
}
