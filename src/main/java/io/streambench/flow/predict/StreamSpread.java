package io.streambench.flow.predict;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The distribution of streams over sessions. Like a Solr client, a query asks one random replica of
 * each shard. The streams to a node share one connection until it is full.
 *
 * @param placement the nodes of the replicas, for all concurrent queries
 * @param limits limits of the connections to each node
 */
public record StreamSpread(Placement placement, ConnectionLimits limits) {
  private static final long SEED = 0x5712EAL;

  /** Maximum of draws times (shards + nodes), which take less than half a second. */
  private static final int MAX_WORK = 10_000_000;

  private static final int MAX_DRAWS = 100_000;
  private static final int MIN_DRAWS = 100;

  /** Limits up to which the exact distribution is calculated. */
  private static final int MAX_EXACT_SHARDS = 60;

  private static final int MAX_EXACT_NODES = 60;

  /** The spread of one query of Solr's client, with replicas on nodes round robin. */
  public StreamSpread(int shards, int nodes, int replicas) {
    this(Placement.roundRobin(shards, nodes, replicas), ConnectionLimits.SOLR);
  }

  /** The maximum number of streams to one node. */
  public int maxPerNode() {
    return placement.maxPerNode();
  }

  /** The maximum number of streams on one session. */
  public int maxPerSession() {
    return streamsOnSession(maxPerNode());
  }

  private int streamsOnSession(int streamsOfNode) {
    return Math.min(streamsOfNode, limits.streamsPerConnection());
  }

  /**
   * The probability of each number of streams on the fullest session, exact or from random draws.
   *
   * @return probabilities that add up to 1, by the number of streams
   */
  public double[] fullestSessionProbabilities() {
    double[] ofNode =
        isCountable() && placement.isEven() ? exactProbabilities() : sampledProbabilities();
    double[] shares = new double[streamsOnSession(placement.shards()) + 1];
    for (int streams = 0; streams < ofNode.length; streams++) {
      shares[streamsOnSession(streams)] += ofNode[streams];
    }
    return shares;
  }

  private boolean isCountable() {
    return placement.shards() <= MAX_EXACT_SHARDS && placement.nodes() <= MAX_EXACT_NODES;
  }

  /**
   * The exact distribution of the number of streams on the fullest node. Every node must be equally
   * likely.
   */
  private double[] exactProbabilities() {
    int shards = placement.shards();
    double[] shares = new double[shards + 1];
    double before = 0;
    for (int most = 1; most <= shards; most++) {
      double upTo = probabilityOfAtMost(most);
      shares[most] = Math.max(0, upTo - before);
      before = upTo;
    }
    return shares;
  }

  /**
   * The probability that no node has more streams. Nodes are processed in sequence: each shard that
   * is left goes to the current node with probability 1 / (nodes left).
   */
  private double probabilityOfAtMost(int most) {
    int shards = placement.shards();
    double[] left = new double[shards + 1];
    left[shards] = 1;
    for (int node = placement.nodes(); node >= 1; node--) {
      double[] next = new double[shards + 1];
      for (int waiting = 0; waiting <= shards; waiting++) {
        if (left[waiting] == 0) {
          continue;
        }
        BinomialDistribution here = BinomialDistribution.of(waiting, 1.0 / node);
        for (int taken = 0; taken <= Math.min(most, waiting); taken++) {
          next[waiting - taken] += left[waiting] * here.probability(taken);
        }
      }
      left = next;
    }
    return left[0];
  }

  private double[] sampledProbabilities() {
    int shards = placement.shards();
    int nodes = placement.nodes();
    int draws = Math.max(MIN_DRAWS, Math.min(MAX_DRAWS, MAX_WORK / (shards + nodes)));
    int[] times = new int[shards + 1];
    int[] onNode = new int[nodes];
    SplittableRandom random = new SplittableRandom(SEED);
    for (int draw = 0; draw < draws; draw++) {
      Arrays.fill(onNode, 0);
      int fullest = 0;
      for (List<Integer> replicas : placement.nodesByShard()) {
        int chosen = replicas.size() == 1 ? 0 : random.nextInt(replicas.size());
        fullest = Math.max(fullest, ++onNode[replicas.get(chosen)]);
      }
      times[fullest]++;
    }
    return Arrays.stream(times).mapToDouble(n -> (double) n / draws).toArray();
  }
}
