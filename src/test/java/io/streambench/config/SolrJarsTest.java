package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolrJarsTest {
  @TempDir Path folder;

  private static SolrJars of(Object text) {
    return SolrJars.of(Map.of(SolrJars.PROPERTY, text.toString()));
  }

  @Test
  void jarsOfOnesOwnComeBeforeTheReleasedOnes() throws IOException {
    Files.writeString(folder.resolve("solr-solrj-x.jar"), "abc");
    SolrJars own = of(folder);
    assertThat(own.before("a.jar")).isEqualTo(folder + "/*:a.jar");
    assertThat(own.description().orElseThrow())
        .contains(folder + ":", "solr-solrj-x.jar (352441c2");
    assertThat(SolrJars.of(Map.of()).before("a.jar")).isEqualTo("a.jar");
  }

  @Test
  void whatHasNoJarsOrCutsAClassPathIsRefused() throws IOException {
    Path colon = Files.createDirectory(folder.resolve("a:b"));
    Files.writeString(colon.resolve("x.jar"), "");
    for (Object wrong : new Object[] {folder, folder.resolve("none"), colon, "", "\0"}) {
      assertThatThrownBy(() -> of(wrong))
          .as("%s", wrong)
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith(SolrJars.PROPERTY);
    }
  }

  @Test
  void theyAreOfOneSolr() throws IOException {
    Files.writeString(folder.resolve("x.jar"), "");
    SolrJars own = of(folder);
    own.check(EnumSet.of(SolrLine.SOLR_10));
    EnumSet<SolrLine> two = EnumSet.of(SolrLine.SOLR_9, SolrLine.SOLR_10);
    SolrJars.RELEASED.check(two);
    assertThatThrownBy(() -> own.check(two)).isInstanceOf(SettingException.class);
  }
}
