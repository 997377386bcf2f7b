package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSettingsTest {
  private static ClusterSettings cluster(String... changes) {
    return StreamingSettings.of(Parameters.with(changes), Map.of()).cluster();
  }

  @Test
  void isEmbeddedUnlessToldOtherwise() {
    assertThat(cluster().kind()).isEqualTo(ClusterKind.EMBEDDED);
    assertThat(cluster().collection().existing()).isEmpty();
    assertThat(cluster("cluster", "process").kind()).isEqualTo(ClusterKind.PROCESS);
  }

  @Test
  void anAddressOfZooKeeperMeansExternal() {
    assertThat(cluster("zkHost", "zk1:2181/solr").kind()).isEqualTo(ClusterKind.EXTERNAL);
    assertThat(cluster("zkHost", "zk1:2181/solr", "cluster", "external").kind())
        .isEqualTo(ClusterKind.EXTERNAL);
    assertThat(ClusterKind.of(Map.of("zkHost", "zk1:2181"))).isEqualTo(ClusterKind.EXTERNAL);
  }

  @ParameterizedTest
  @CsvSource({
    "zk1:2181,zk1:2181",
    "zk1:2181+zk2.example.com:2182/solr/a-b,'zk1:2181,zk2.example.com:2182/solr/a-b'",
    "[::1]:2181/solr,[::1]:2181/solr",
    "10.0.0.1:65535,10.0.0.1:65535"
  })
  void readsAddressesWithAPlusForEachComma(String typed, String meant) {
    assertThat(cluster("zkHost", typed).zkHost()).map(ZkHost::text).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zk1",
        "zk1:0",
        "zk1:65536",
        "zk1:2181/",
        "zk1:2181//solr",
        "zk1:2181/solr/",
        "http://zk1:2181",
        "zk1:2181+",
        "/solr",
        ""
      })
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> cluster("zkHost", text))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("zkHost must be host:port[+host:port…][/chroot], got ");
  }

  @Test
  void refusesKindsAndAddressesThatDoNotFit() {
    assertThatThrownBy(() -> cluster("cluster", "external"))
        .hasMessage("zkHost must be given with cluster=external, got 'none'");
    assertThatThrownBy(() -> cluster("cluster", "process", "zkHost", "zk1:2181"))
        .hasMessage("zkHost must be left out with cluster=process, got 'zk1:2181'");
    assertThatThrownBy(() -> cluster("collection", "books"))
        .hasMessage("collection must be own unless zkHost names a cluster, got 'books'");
    assertThatThrownBy(() -> cluster("cluster", "remote"))
        .hasMessage("cluster must be embedded, process or external, got 'remote'");
  }

  @Test
  void documentsArePlacedByAHashUnlessToldOtherwise() {
    assertThat(cluster().placement()).isEqualTo(DocumentPlacement.HASH);
    assertThat(cluster("placement", "hash").placement()).isEqualTo(DocumentPlacement.HASH);
    assertThat(cluster("placement", "runs").placement()).isEqualTo(DocumentPlacement.RUNS);
    assertThat(cluster("placement", "runs", "zkHost", "zk1:2181").placement())
        .isEqualTo(DocumentPlacement.RUNS);
    assertThatThrownBy(() -> cluster("placement", "random"))
        .hasMessage("placement must be hash or runs, got 'random'");
  }

  @Test
  void nobodyPlacesTheDocumentsOfACollectionThatIsReadAsItIs() {
    assertThatThrownBy(
            () -> cluster("placement", "runs", "zkHost", "zk1:2181", "collection", "books"))
        .hasMessage(
            "placement must be left out with collection=books, which is read as it is, got 'runs'");
    assertThat(cluster("zkHost", "zk1:2181", "collection", "books").placement())
        .isEqualTo(DocumentPlacement.HASH);
  }

  @Test
  void anExternalClusterHasAsManyNodesAsItHas() {
    assertThat(cluster("zkHost", "zk1:2181", "nodeCount", "1", "numReplicas", "4").numReplicas())
        .isEqualTo(4);
  }

  @Test
  void takesFieldsAndSortOfAnExistingCollection() {
    CollectionSettings books =
        cluster(
                "zkHost",
                "zk1:2181",
                "collection",
                "books",
                "fields",
                "id+title+price",
                "sort",
                "price desc+id asc")
            .collection();
    assertThat(books.existing()).contains("books");
    assertThat(books.fields()).containsExactly("id", "title", "price");
    assertThat(books.sort()).contains("price desc,id asc");
    assertThat(CollectionSettings.sortFields("price desc,id asc"))
        .isEqualTo(List.of("price", "id"));
  }

  @ParameterizedTest
  @CsvSource({
    "fields,id++title,'be default or names of fields'",
    "fields,*,'be default or names of fields'",
    "fields,title,'be by some of the fields (title), got ''id'''",
    "sort,price,'be default or like ''price desc+id asc'''",
    "sort,price down,'be default or like'",
    "collection,a/b,'be own or the name of a collection'"
  })
  void refusesFieldsAndSortsThatCannotBe(String setting, String value, String rule) {
    assertThatThrownBy(() -> cluster("zkHost", "zk1:2181", "collection", "books", setting, value))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(rule);
  }

  @Test
  void ourOwnCollectionHasItsOwnFieldsAndOrder() {
    assertThatThrownBy(() -> cluster("fields", "id"))
        .hasMessage("fields must be default unless collection names an existing one, got 'id'");
    assertThatThrownBy(() -> cluster("sort", "id asc"))
        .hasMessage("sort must be default unless collection names an existing one, got 'id asc'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "0g", "2gb", "-1m", "1.5g", "lots"})
  void refusesWhatIsNoHeap(String heap) {
    assertThatThrownBy(
            () ->
                StreamingSettings.of(
                    Parameters.with(), Map.of(ClusterSettings.HEAP_PROPERTY, heap)))
        .hasMessage("streambench.clusterHeap must be a size like 2g or 512m, got '" + heap + "'");
  }
}
