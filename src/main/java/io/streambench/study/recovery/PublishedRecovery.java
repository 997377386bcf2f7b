package io.streambench.study.recovery;

import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A published time of recovery: 20 GB a shard, on two nodes. */
enum PublishedRecovery {
  MANY_HTTP1(Way.HTTP1, RecoveryCell.MANY, 90),
  MANY_HTTP2(Way.STOCK, RecoveryCell.MANY, 320),
  MANY_ONE_STREAM(Way.ONE_STREAM, RecoveryCell.MANY, 180),
  ONE_HTTP1(Way.HTTP1, 1, 50),
  ONE_HTTP2(Way.STOCK, 1, 40);

  /** The source of the published times, cited in the caption of their table. */
  static final String SOURCE =
      "study A, index-recovery-tests.md, github kotman12/solr, branch http2-shenanigans, commit"
          + " 48e23e99b9";

  private final Way way;
  private final int shards;
  private final int seconds;

  PublishedRecovery(Way way, int shards, int seconds) {
    this.way = way;
    this.shards = shards;
    this.seconds = seconds;
  }

  private RecoveryCell here() {
    return new RecoveryCell(way, shards, Place.NEAR);
  }

  private PublishedRecovery baseline() {
    return shards == 1 ? ONE_HTTP1 : MANY_HTTP1;
  }

  /** The time as a multiple of that over HTTP/1.1. */
  private double ratio() {
    return (double) seconds / baseline().seconds;
  }

  /** The published times next to those measured, in a line; empty if nothing can be compared. */
  static Optional<String> compared(RecoveryComparison measured) {
    List<String> parts =
        List.of(MANY_HTTP2, MANY_ONE_STREAM, ONE_HTTP2).stream()
            .filter(one -> !measured.ratio(one.here()).equals("-"))
            .map(
                one ->
                    Text.of(
                        "%d shard(s), %s: %.1f published, %s here",
                        one.shards, one.way.words(), one.ratio(), measured.ratio(one.here())))
            .toList();
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Published time as a multiple of HTTP/1.1: " + String.join("; ", parts) + ".");
  }

  /** All of them next to what was measured. */
  static ResultTable table(RecoveryComparison measured) {
    List<PublishedRecovery> all = List.of(values());
    return new ResultTable("Published times of 20 GB a shard (" + SOURCE + ") and times here")
        .number("shards", all.stream().map(one -> "" + one.shards).toList())
        .text("client", all.stream().map(one -> one.way.words()).toList())
        .number("published, s", all.stream().map(one -> "" + one.seconds).toList())
        .number(
            "published, ratio to HTTP/1.1",
            all.stream().map(one -> Text.of("%.1f", one.ratio())).toList())
        .number("here, s", all.stream().map(one -> seconds(measured, one)).toList())
        .text(
            "here, ratio to HTTP/1.1 (95 %)",
            all.stream().map(one -> measured.ratio(one.here())).toList());
  }

  private static String seconds(RecoveryComparison measured, PublishedRecovery one) {
    OptionalDouble seconds = measured.seconds(one.here());
    return seconds.isPresent() ? Rounded.alone(seconds.getAsDouble()) : "-";
  }
}
