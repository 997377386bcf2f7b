package io.streambench.bench.rendezvous;

import io.streambench.base.files.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.zookeeper.CreateMode;

/**
 * A barrier at which a fork waits before each iteration until every connected client has reached
 * this iteration or has finished this combination of parameters. If ZooKeeper does not respond, the
 * fork prints a warning and continues. Curator's double barrier is unsuitable: it needs the number
 * of clients in advance, and Curator 5.9.0 counts a client twice after a retry.
 */
public final class Barrier implements AutoCloseable {
  private static final long POLL_MILLIS = 500;
  private static final String POSITIONS_NODE = "places";

  private final JointRun run;
  private final RunNodes nodes;
  private final CuratorCache clients;
  private final CuratorCache positions;
  private final Object changeMonitor = new Object();
  private Position position;

  /**
   * A client's progress: the iteration that it is ready to begin. Forks and iterations are numbered
   * from 1.
   */
  record Position(String combination, int fork, int iteration) {
    boolean hasReached(Position other) {
      return combination.equals(other.combination)
          && (fork > other.fork || fork == other.fork && iteration >= other.iteration);
    }
  }

  private Barrier(JointRun run, RunNodes nodes, Position position) {
    this.run = run;
    this.nodes = nodes;
    this.position = position;
    this.clients = watchPath(run.nodePath(RunNodes.CLIENTS_NODE));
    this.positions = watchPath(run.nodePath(POSITIONS_NODE));
  }

  public static Barrier open(JointRun run, String combination) throws Exception {
    RunNodes nodes = RunNodes.open(run);
    try {
      // The first forks of all clients begin together, and so do their second forks.
      String forks = run.nodePath("forks", combination, run.client());
      nodes
          .zk()
          .create()
          .creatingParentContainersIfNeeded()
          .withProtection()
          .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
          .forPath(forks + "/fork-");
      int fork = nodes.zk().getChildren().forPath(forks).size();
      return new Barrier(run, nodes, new Position(combination, fork, 0));
    } catch (Exception e) {
      nodes.close();
      throw e;
    }
  }

  private CuratorCache watchPath(String path) {
    CuratorCache cache = CuratorCache.build(nodes.zk(), path);
    cache
        .listenable()
        .addListener(CuratorCacheListener.builder().forAll((a, b, c) -> signalChange()).build());
    cache.start();
    return cache;
  }

  private void signalChange() {
    synchronized (changeMonitor) {
      changeMonitor.notifyAll();
    }
  }

  public void await(Duration timeout, Consumer<String> warnings) throws InterruptedException {
    position = new Position(position.combination(), position.fork(), position.iteration() + 1);
    try {
      nodes.put(Json.MAPPER.writeValueAsBytes(position), POSITIONS_NODE, run.client());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      warnings.accept("this iteration does not begin together with the other clients': " + e);
      return;
    }
    long startNanos = System.nanoTime();
    synchronized (changeMonitor) {
      while (!areAllReady()) {
        if (System.nanoTime() - startNanos > timeout.toNanos()) {
          warnings.accept("the other clients did not come: this iteration begins without them");
          return;
        }
        TimeUnit.MILLISECONDS.timedWait(changeMonitor, POLL_MILLIS);
      }
    }
  }

  private boolean areAllReady() {
    String below = run.nodePath(RunNodes.CLIENTS_NODE) + "/";
    return positions.get(run.nodePath(POSITIONS_NODE, run.client())).isPresent()
        && clients.stream()
            .filter(node -> node.getPath().startsWith(below))
            .allMatch(this::isReadyOrGone);
  }

  private boolean isReadyOrGone(ChildData node) {
    try {
      Member client = Member.of(node.getData());
      Optional<ChildData> clientPosition =
          positions.get(run.nodePath(POSITIONS_NODE, client.client()));
      return client.hasFinished(position.combination())
          || clientPosition.isPresent()
              && Json.MAPPER
                  .readValue(clientPosition.get().getData(), Position.class)
                  .hasReached(position);
    } catch (IOException e) {
      return false; // the loop checks again
    }
  }

  @Override
  public void close() {
    clients.close();
    positions.close();
    nodes.close();
  }
}
