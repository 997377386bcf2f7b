package io.streambench.cli;

import io.streambench.config.SettingException;
import io.streambench.study.Buffers;
import io.streambench.study.ConcurrentQueries;
import io.streambench.study.FanOut;
import io.streambench.study.Http1VsHttp2;
import io.streambench.study.IndexRecoveries;
import io.streambench.study.MaxConcurrentStreams;
import io.streambench.study.ObserverCost;
import io.streambench.study.Saturation;
import io.streambench.study.ShardOpenings;
import io.streambench.study.SingleRequest;
import io.streambench.study.SolrVersions;
import io.streambench.study.Strategies;
import io.streambench.study.Study;
import io.streambench.study.Windows;
import java.util.List;

public final class Studies {
  private static final List<Study> ALL =
      List.of(
          new Http1VsHttp2(),
          new ObserverCost(),
          new ConcurrentQueries(),
          Buffers.ofNodes(),
          Buffers.ofBothEnds(),
          new SolrVersions(),
          new MaxConcurrentStreams(),
          new SingleRequest(),
          new FanOut(),
          new ShardOpenings(),
          new Saturation(),
          new Windows(),
          new Strategies(),
          new IndexRecoveries());

  private Studies() {}

  /** All studies, in the order in which they are listed. */
  public static List<Study> all() {
    return ALL;
  }

  /** Returns the study with this name, or throws {@link SettingException}. */
  public static Study named(String name) {
    return ALL.stream()
        .filter(study -> study.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "study",
                    "be one of " + String.join(", ", ALL.stream().map(Study::name).toList()),
                    name));
  }
}
