package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolrRuntimeTest {
  @TempDir Path folder;

  private Path createJdk(String version) throws IOException {
    Path home = Files.createDirectories(folder.resolve("jdk-" + version));
    Path compiler = Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("javac"));
    assertThat(compiler.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "X=1\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  @Test
  void choosesFirstJdkThatSolr10Supports() throws IOException {
    Path old = createJdk("17.0.15");
    Path enough = createJdk("21");
    Path broken = Files.createDirectory(folder.resolve("no-jdk"));
    assertThat(SolrRuntime.jdkForSolr10(List.of(broken, old, enough, createJdk("25.0.3"))))
        .isEqualTo(enough);
    assertThat(SolrRuntime.requireJdk(enough)).isEqualTo(enough);
  }

  @Test
  void reportsMissingJdk() throws IOException {
    Path old = createJdk("1.8.0_202");
    assertThatThrownBy(() -> SolrRuntime.jdkForSolr10(List.of(old)))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("solr must be 9 where")
        .hasMessageContaining("streambench.java10");
    assertThatThrownBy(() -> SolrRuntime.requireJdk(old))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("streambench.java10 must be");
  }
}
