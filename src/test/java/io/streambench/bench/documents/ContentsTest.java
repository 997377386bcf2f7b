package io.streambench.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.DocumentSettings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContentsTest {
  private static final DocumentSettings DOCUMENTS = new DocumentSettings(1000, 64, 2, 4, 500);

  private static Contents contentsOf(List<String> fields, Optional<String> sort) {
    return Contents.of(new CollectionSettings(Optional.of("books"), fields, sort), DOCUMENTS);
  }

  @Test
  void createdCollectionIsSortedById() {
    Contents ours = Contents.of(CollectionSettings.forCreatedCollection(), DOCUMENTS);
    assertThat(ours.fields()).containsExactly("id", "int1_i_dv", "text1_ts", "text2_ts");
    assertThat(ours.sort()).isEqualTo("id asc,int1_i_dv asc");
    assertThat(ours.isSortedById()).isTrue();
  }

  @Test
  void existingCollectionIsSortedByIdByDefault() {
    assertThat(contentsOf(List.of("title", "id"), Optional.empty()).sort()).isEqualTo("id asc");
    Contents byPrice = contentsOf(List.of("price"), Optional.of("price desc"));
    assertThat(byPrice.isSortedById()).isFalse();
    assertThat(CollectionSettings.sortFields(byPrice.sort())).containsExactly("price");
  }
}
