package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredictSettingsTest {
  private static PredictSettings of(String... given) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < given.length; i += 2) {
      options.put(given[i], given[i + 1]);
    }
    return PredictSettings.of(options, false);
  }

  @Test
  void aCollectionIsNamedByItsClusterAndItsName() {
    CollectionAddress address =
        of("--zk", "zk1:2181,zk2:2181/solr", "--collection", "books", "--fields", "id,title+price")
            .collection()
            .orElseThrow();
    assertThat(address.zkHost().text()).isEqualTo("zk1:2181,zk2:2181/solr");
    assertThat(address.collection()).isEqualTo("books");
    assertThat(address.fields()).containsExactly("id", "title", "price");
  }

  @Test
  void sizesBesideACollectionMayBeGivenOneByOne() {
    ResponseSettings response =
        of("--zk", "zk1:2181", "--collection", "books", "--doc-bytes", "99").response();
    assertThat(response.documentBytes()).hasValue(99);
    assertThat(response.documents()).isEmpty();
    assertThat(
            of("--zk", "zk1:2181", "--collection", "books", "--docs", "7").response().documents())
        .hasValue(7);
  }

  @Test
  void withoutAClusterDocumentsAreSpreadOverTheShards() {
    PredictSettings settings = of("--shards", "3", "--docs", "10", "--doc-bytes", "100");
    assertThat(settings.collection()).isEmpty();
    assertThat(settings.response().ofEach(settings.shards())).hasValue(334);
    assertThat(of("--shards", "3", "--response-bytes", "5").response().ofEach(3)).hasValue(5);
    assertThat(of("--shards", "3").response().ofEach(3)).isEmpty();
  }
}
