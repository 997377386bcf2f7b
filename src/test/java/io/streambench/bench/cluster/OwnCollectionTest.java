package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnCollectionTest {
  @Test
  void nameContainsUserAndIsUnique() {
    assertThat(OwnCollection.newUniqueName("alice")).matches("streambench-alice-[0-9a-f]{8}");
    assertThat(OwnCollection.newUniqueName("alice"))
        .isNotEqualTo(OwnCollection.newUniqueName("alice"));
  }

  @Test
  void nameIsValidForAnyUserName() {
    assertThat(OwnCollection.newUniqueName("DOMAIN\\Ünal O'Neil"))
        .matches("streambench-domainnaloneil-[0-9a-f]{8}");
    assertThat(OwnCollection.newUniqueName("")).matches("streambench-user-[0-9a-f]{8}");
    assertThat(OwnCollection.newUniqueName("x".repeat(100)))
        .matches("streambench-x{20}-[0-9a-f]{8}");
  }
}
