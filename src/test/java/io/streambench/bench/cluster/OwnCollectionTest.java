package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnCollectionTest {
  @Test
  void itsNameSaysWhoseItIsAndIsNeverTheSameTwice() {
    assertThat(OwnCollection.nameFor("alice")).matches("streambench-alice-[0-9a-f]{8}");
    assertThat(OwnCollection.nameFor("alice")).isNotEqualTo(OwnCollection.nameFor("alice"));
  }

  @Test
  void anyUserGivesANameThatSolrTakes() {
    assertThat(OwnCollection.nameFor("DOMAIN\\Ünal O'Neil"))
        .matches("streambench-domainnaloneil-[0-9a-f]{8}");
    assertThat(OwnCollection.nameFor("")).matches("streambench-user-[0-9a-f]{8}");
    assertThat(OwnCollection.nameFor("x".repeat(100))).matches("streambench-x{20}-[0-9a-f]{8}");
  }
}
