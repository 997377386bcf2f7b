package io.streambench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextFormatTest {
  private static final int TERMINAL_WIDTH = 120;

  @ParameterizedTest
  @CsvSource({
    "0,'0 bytes'",
    "65535,'65,535 bytes'",
    "65536,'64 KiB'",
    "8388608,'8 MiB'",
    "8388609,'8,388,609 bytes'",
    "2147482624,'2,097,151 KiB'"
  })
  void formatsSizeWithoutLoss(long size, String text) {
    assertThat(TextFormat.bytes(size)).isEqualTo(text);
  }

  @Test
  void shortensLongValuesOnlyIfStillDistinct() {
    String head = "http://" + "a".repeat(50);
    String tail = "b".repeat(50);
    List<String> middle = List.of(head + "1" + tail, head + "2" + tail);
    assertThat(middle.stream().map(TextFormat.shortener(middle))).isEqualTo(middle);
    List<String> end = List.of(head + tail + "1", head + tail + "2");
    assertThat(end.stream().map(TextFormat.shortener(end)))
        .doesNotHaveDuplicates()
        .allMatch(value -> value.length() < 50);
  }

  @ParameterizedTest
  @CsvSource({
    "1,'1 shard of 12 shards'",
    "12,'12 shards of 12 shards'",
    "1200,'1,200 shards of 12 shards'",
  })
  void usesSingularOrPluralOfNumber(int number, String text) {
    assertThat(TextFormat.of("%,d shard(s) of %d shard(s)", number, 12)).isEqualTo(text);
  }

  @Test
  void doesNotChangeNounsWithoutNumber() {
    assertThat(
            TextFormat.of("%d, part(s), 1.1 shard(s), 100 %% fork(s), %s missing file(s)%n", 0, 3))
        .isEqualTo(
            "0, part(s), 1.1 shard(s), 100 % fork(s), 3 missing files" + System.lineSeparator());
  }

  @Test
  void ignoresIndexedConversionsForPlurals() {
    assertThat(TextFormat.of("%2$s: %d shard(s), of %1$d", 1, "x")).isEqualTo("x: 1 shard, of 1");
  }

  @Test
  void doesNotChangeTextOfArguments() {
    assertThat(TextFormat.of("%,d time(s), first: %s", 1, "2 shard(s) of 50 %d"))
        .isEqualTo("1 time, first: 2 shard(s) of 50 %d");
  }

  @Test
  void wrapsLongCommentToTerminalWidth() {
    String sentence = "some words of a sentence ".repeat(20).strip();
    String comment = TextFormat.wrapComment(sentence);
    assertThat(comment.lines().toList())
        .hasSizeGreaterThan(4)
        .allMatch(line -> line.length() <= TERMINAL_WIDTH && line.startsWith("# "));
    assertThat(comment.substring(2).replaceAll("\n#  ", "")).isEqualTo(sentence);
  }

  @Test
  void keepsCommandToPasteOnOneLine() {
    for (String pasted :
        List.of(
            "SOLR_OPTS=\"$SOLR_OPTS -Dsolr.http1=true\"",
            "./streambench analyze one.txt two.txt.",
            "jcmd PID GC.heap_dump FILE && ./streambench analyze FILE.",
            "jstack PID > two.txt;")) {
      for (int before = 1; before < 120; before++) {
        assertThat(TextFormat.wrap("x".repeat(before) + " " + pasted + " and more", "  - ", "    "))
            .contains(pasted);
      }
    }
  }

  @Test
  void doesNotBreakLongWord() {
    String path = "/a".repeat(TERMINAL_WIDTH);
    assertThat(TextFormat.wrapComment("see " + path).lines())
        .containsExactly("# see", "#   " + path);
  }
}
