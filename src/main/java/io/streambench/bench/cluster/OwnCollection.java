package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.base.files.ExitHook;
import io.streambench.base.files.Threads;
import io.streambench.bench.settings.ClusterSettings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.util.ContentStreamBase.ByteArrayStream;

/**
 * A collection that a run creates in an external cluster, and its config set, both with the unique
 * name {@code streambench-<user>-<random>}. Both are removed when this object is closed or the JVM
 * exits; nothing else is ever removed.
 */
final class OwnCollection implements AutoCloseable {
  private static final int CREATE_TIMEOUT_SECONDS = 120;

  /**
   * The maximum wait for the removal; less than the 10 s after which an orphaned fork is halted.
   */
  private static final long REMOVE_TIMEOUT_MILLIS = 8_000;

  private static final int RANDOM_DIGIT_COUNT = 8;
  private static final int MAX_USER_LENGTH = 20;
  private static final String ZIP_CONTENT_TYPE = "application/zip";

  private final CloudConnection connection;
  private final ClusterSettings settings;
  private final String name;
  private final Consumer<String> out;
  private Optional<ExitHook> exitHook = Optional.empty();
  private volatile boolean isConfigSetCreated;
  private volatile boolean isCollectionCreated;
  private boolean isRemoved;

  OwnCollection(
      CloudConnection connection, ClusterSettings settings, String user, Consumer<String> out) {
    this.connection = connection;
    this.settings = settings;
    this.name = newUniqueName(user);
    this.out = out;
  }

  /** Returns a name with enough random digits to be unique across the machines of a user. */
  static String newUniqueName(String user) {
    String plain = user.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return TextFormat.of(
        "streambench-%s-%s",
        plain.isEmpty() ? "user" : plain.substring(0, Math.min(MAX_USER_LENGTH, plain.length())),
        UUID.randomUUID().toString().substring(0, RANDOM_DIGIT_COUNT));
  }

  String name() {
    return name;
  }

  void create() throws Exception {
    int nodes = connection.liveNodeCount();
    if (settings.numReplicas() > nodes) {
      throw ClusterException.of(
          "numReplicas",
          "be at most the nodes that the cluster has up (" + nodes + ")",
          settings.numReplicas());
    }
    CloudHttp2SolrClient solr = connection.cloudClient();
    if (collectionNames().contains(name) || configSetNames().contains(name)) {
      throw new ClusterException("the cluster has a collection " + name + " already", null);
    }
    exitHook = Optional.of(ExitHook.register(this::remove));
    isConfigSetCreated = true; // it may be created even without a response
    new ConfigSetAdminRequest.Upload()
        .setConfigSetName(name)
        .setUploadStream(
            new ByteArrayStream(
                NewCollection.createZip(NewCollection.readConfigSet()),
                name + ".zip",
                ZIP_CONTENT_TYPE))
        .process(solr);
    isCollectionCreated = true;
    NewCollection.newCreateRequest(name, name, settings).process(solr);
    awaitActive();
  }

  private void awaitActive() throws InterruptedException {
    try {
      connection
          .stateReader()
          .waitForState(name, CREATE_TIMEOUT_SECONDS, TimeUnit.SECONDS, this::isFullyActive);
    } catch (TimeoutException e) {
      throw new ClusterException(
          TextFormat.of(
              "collection %s must have %d replicas of %d shards active within %d s",
              name, settings.numReplicas(), settings.numShards(), CREATE_TIMEOUT_SECONDS),
          e);
    }
  }

  private boolean isFullyActive(Set<String> liveNodes, DocCollection state) {
    return state != null
        && state.getSlices().size() == settings.numShards()
        && state.getSlices().stream()
            .map(Slice::getReplicas)
            .allMatch(
                replicas ->
                    replicas.size() == settings.numReplicas()
                        && replicas.stream().allMatch(replica -> replica.isActive(liveNodes)));
  }

  private List<String> collectionNames() throws Exception {
    return CollectionAdminRequest.listCollections(connection.cloudClient());
  }

  private List<String> configSetNames() throws Exception {
    return new ConfigSetAdminRequest.List().process(connection.cloudClient()).getConfigSets();
  }

  @Override
  public void close() {
    if (exitHook.map(ExitHook::cancelWork).orElse(true)) { // otherwise the hook removes it
      remove();
    }
  }

  /** Removes the collection and config set; gives up after {@value #REMOVE_TIMEOUT_MILLIS} ms. */
  private synchronized void remove() {
    if (isRemoved || !isConfigSetCreated) {
      return;
    }
    isRemoved = true;
    FutureTask<Void> removal = new FutureTask<>(this::sendRemoval);
    Threads.start("streambench-collection-removal-request", removal);
    try {
      removal.get(REMOVE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      out.accept(
          TextFormat.of(
              "# warning: collection and config set %s are left in the cluster at %s and must be"
                  + " removed by hand (%s)",
              name, connection.zkHost(), ClusterException.rootCauseMessage(e)));
    }
  }

  private Void sendRemoval() throws Exception {
    CloudHttp2SolrClient solr = connection.cloudClient();
    if (isCollectionCreated && collectionNames().contains(name)) {
      CollectionAdminRequest.deleteCollection(name).process(solr);
    }
    if (configSetNames().contains(name)) {
      new ConfigSetAdminRequest.Delete().setConfigSetName(name).process(solr);
    }
    return null;
  }
}
