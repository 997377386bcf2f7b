package io.streambench.flow.predict;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The random distribution of a query's streams over sessions. The query uses one random replica of
 * each shard, and streams to the same node share a connection until it is full.
 */
public record StreamSpread(Placement placement, ConnectionLimits limits) {
  private static final long SEED = 0x5712EAL;

  /** The maximum of draws * (shards + nodes), for which sampling takes less than half a second. */
  private static final int MAX_SAMPLING_STEPS = 10_000_000;

  private static final int MAX_DRAWS = 100_000;
  private static final int MIN_DRAWS = 100;

  /** The maximum number of shards for which the exact distribution is calculated. */
  private static final int MAX_EXACT_SHARDS = 60;

  private static final int MAX_EXACT_NODES = 60;

  /** Creates the distribution for one query of Solr's client, with a round-robin placement. */
  public StreamSpread(int shards, int nodes, int replicas) {
    this(Placement.roundRobin(shards, nodes, replicas), ConnectionLimits.SOLR);
  }

  /** Returns the maximum number of streams to one node. */
  public int maxStreamsPerNode() {
    return placement.maxStreamsPerNode();
  }

  /** Returns the maximum number of streams on one session. */
  public int maxStreamsPerSession() {
    return streamsOnSession(maxStreamsPerNode());
  }

  private int streamsOnSession(int streamsOfNode) {
    return Math.min(streamsOfNode, limits.streamsPerConnection());
  }

  /**
   * Returns the distribution of the number of streams on the fullest session. It is exact for a
   * small, even placement, otherwise estimated from random draws.
   *
   * @return probabilities that add up to 1, indexed by the number of streams
   */
  public double[] fullestSessionProbabilities() {
    double[] nodeProbabilities =
        isSmall() && placement.isEven() ? exactProbabilities() : sampledProbabilities();
    double[] probabilities = new double[streamsOnSession(placement.shardCount()) + 1];
    for (int streams = 0; streams < nodeProbabilities.length; streams++) {
      probabilities[streamsOnSession(streams)] += nodeProbabilities[streams];
    }
    return probabilities;
  }

  private boolean isSmall() {
    return placement.shardCount() <= MAX_EXACT_SHARDS && placement.nodeCount() <= MAX_EXACT_NODES;
  }

  /** Returns the exact distribution of streams on the fullest node of an even placement. */
  private double[] exactProbabilities() {
    int shards = placement.shardCount();
    double[] probabilities = new double[shards + 1];
    double previous = 0;
    for (int maxStreams = 1; maxStreams <= shards; maxStreams++) {
      double cumulative = probabilityOfAtMost(maxStreams);
      probabilities[maxStreams] = Math.max(0, cumulative - previous);
      previous = cumulative;
    }
    return probabilities;
  }

  /**
   * Returns the probability that no node has more than {@code maxStreams} streams. Nodes are filled
   * one after the other: a remaining shard uses the current node with probability 1 / (remaining
   * nodes).
   */
  private double probabilityOfAtMost(int maxStreams) {
    int shards = placement.shardCount();
    double[] remaining = new double[shards + 1];
    remaining[shards] = 1;
    for (int node = placement.nodeCount(); node >= 1; node--) {
      double[] next = new double[shards + 1];
      for (int unassigned = 0; unassigned <= shards; unassigned++) {
        if (remaining[unassigned] == 0) {
          continue;
        }
        BinomialDistribution onThisNode = BinomialDistribution.of(unassigned, 1.0 / node);
        for (int taken = 0; taken <= Math.min(maxStreams, unassigned); taken++) {
          next[unassigned - taken] += remaining[unassigned] * onThisNode.probability(taken);
        }
      }
      remaining = next;
    }
    return remaining[0];
  }

  private double[] sampledProbabilities() {
    int shards = placement.shardCount();
    int nodes = placement.nodeCount();
    int draws = Math.max(MIN_DRAWS, Math.min(MAX_DRAWS, MAX_SAMPLING_STEPS / (shards + nodes)));
    int[] counts = new int[shards + 1];
    int[] onNode = new int[nodes];
    SplittableRandom random = new SplittableRandom(SEED);
    for (int draw = 0; draw < draws; draw++) {
      Arrays.fill(onNode, 0);
      int fullest = 0;
      for (List<Integer> replicas : placement.nodesByShard()) {
        int chosen = replicas.size() == 1 ? 0 : random.nextInt(replicas.size());
        fullest = Math.max(fullest, ++onNode[replicas.get(chosen)]);
      }
      counts[fullest]++;
    }
    return Arrays.stream(counts).mapToDouble(n -> (double) n / draws).toArray();
  }
}
