package io.streambench.bench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolrJarsTest {
  private static final String CLASS = "org/apache/solr/client/solrj/SolrClient.class";

  @TempDir Path folder;

  private void writeJar(String name, String... files) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      for (String file : files) {
        jar.putNextEntry(new JarEntry(file));
      }
    }
  }

  private static SolrJars solrJarsIn(Object folders) {
    return SolrJars.of(Map.of(SolrJars.PROPERTY, folders.toString()));
  }

  private void assertRejected(Object folders) {
    assertThatThrownBy(() -> solrJarsIn(folders))
        .as("%s", folders)
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(SolrJars.PROPERTY);
  }

  @Test
  void ownJarsPrecedeReleasedJars() throws IOException {
    writeJar("b.jar", CLASS);
    writeJar("a.jar", "org/apache/solr/New.class", "module-info.class");
    Files.writeString(folder.resolve("notes.txt"), "");
    assertThat(solrJarsIn(folder).prependTo("c.jar"))
        .isEqualTo(folder.resolve("a.jar") + ":" + folder.resolve("b.jar") + ":c.jar");
    assertThat(solrJarsIn(folder).toString())
        .matches("a.jar \\([0-9a-f]{8}\\), b.jar \\([0-9a-f]{8}\\)");
    assertThat(SolrJars.of(Map.of()).prependTo("c.jar")).isEqualTo("c.jar");
  }

  @Test
  void usesCopyOfJars() throws IOException {
    writeJar("a.jar", CLASS);
    SolrJars asked = solrJarsIn(folder);
    SolrJars copy = asked.copyTo(folder.resolve("run"));
    writeJar("a.jar", CLASS, "org/apache/solr/New.class");
    assertThat(copy.toString())
        .isEqualTo(asked.toString())
        .isNotEqualTo(solrJarsIn(folder).toString());
    assertThat(copy.prependTo("")).isEqualTo(folder.resolve("run").resolve("a.jar") + ":");
  }

  @ParameterizedTest
  @CsvSource({"build/classes/" + CLASS, CLASS + ".java", "some/Other.class"})
  void rejectsJarThatReplacesNoClass(String file) throws IOException {
    writeJar("a.jar", CLASS);
    writeJar("b.jar", file);
    assertRejected(folder);
  }

  @Test
  void rejectsInvalidFoldersAndDuplicateClasses() throws IOException {
    assertRejected(folder);
    assertRejected(folder.resolve("none"));
    assertRejected("\0");
    writeJar("a.jar", CLASS);
    solrJarsIn(folder);
    writeJar("b.jar", CLASS);
    assertRejected(folder);
    Files.writeString(folder.resolve("b.jar"), "cut");
    assertRejected(folder);
  }

  @Test
  void supportsOnlyOneReleaseLine() throws IOException {
    writeJar("a.jar", CLASS);
    SolrJars own = solrJarsIn(folder);
    own.checkReleaseLines(EnumSet.of(SolrReleaseLine.SOLR_10));
    EnumSet<SolrReleaseLine> two = EnumSet.of(SolrReleaseLine.SOLR_9, SolrReleaseLine.SOLR_10);
    SolrJars.NONE.checkReleaseLines(two);
    assertThatThrownBy(() -> own.checkReleaseLines(two)).isInstanceOf(SettingException.class);
  }
}
