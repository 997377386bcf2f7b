package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.base.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the licences of the libraries next to the jar against the bill of materials. */
class LicenceIT {
  /** Licences of libraries that may be bundled with a program under the Apache License. */
  private static final Set<String> ALLOWED =
      Set.of(
          "0BSD",
          "Apache-2.0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "BSD-4-Clause", // JLine's "The BSD License" is listed as this, but has three clauses
          "CC0-1.0",
          "EPL-1.0",
          "EPL-2.0",
          "ISC",
          "MIT",
          "The (New) BSD License",
          "Universal Permissive License Version 1.0",
          "GNU General Public License (GPL), version 2, with the Classpath exception");

  private static JsonNode components;

  /** An offline build creates no bill of materials. */
  @BeforeAll
  static void readBillOfMaterials() throws IOException {
    Path list = Installation.moduleFolder().resolve("target/bom.json");
    Assumptions.assumeTrue(
        Files.exists(list) || System.getenv("CI") != null, "no target/bom.json: built offline");
    components = new ObjectMapper().readTree(list.toFile()).path("components");
  }

  private static List<String> findLicences(JsonNode component) {
    List<String> all = new ArrayList<>();
    for (JsonNode one : component.path("licenses")) {
      JsonNode licence = one.path("license");
      all.add(
          licence.path("id").asText(licence.path("name").asText(one.path("expression").asText())));
    }
    return all;
  }

  @Test
  void bundledLibrariesHaveAllowedLicences() {
    assertThat(components)
        .isNotEmpty()
        .allSatisfy(
            component ->
                assertThat(findLicences(component))
                    .as(component.path("purl").asText())
                    .anyMatch(ALLOWED::contains));
  }

  @Test
  void bundledLibrariesAreListed() throws IOException {
    Set<String> listed = new TreeSet<>();
    for (JsonNode component : components) {
      listed.add(component.path("name").asText() + "-" + component.path("version").asText());
    }
    try (Stream<Path> jars = Files.list(Installation.moduleFolder().resolve("target/lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString().replaceAll("\\.jar$", "")).toList())
          .allSatisfy(jar -> assertThat(listed).anyMatch(jar::startsWith));
    }
  }
}
