package io.streambench.bench.rendezvous;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.SettingException;
import io.streambench.base.files.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** The ZooKeeper nodes of a joint run, and the connection to ZooKeeper. */
record RunNodes(JointRun run, CuratorFramework zk) implements AutoCloseable {
  static final String CLIENTS_NODE = "clients";

  private static final long MAX_UPLOAD_BYTES = 8L << 20;
  private static final int MAX_PART_BYTES = 512 << 10;
  private static final String RESULTS_NODE = "results";
  private static final String INDEX_NODE = "index";

  /** The time after which ZooKeeper considers a silent client to be dead. */
  private static final int SESSION_TIMEOUT_MILLIS = 10_000;

  private static final int CONNECT_TIMEOUT_MILLIS = 15_000;
  private static final int FIRST_RETRY_MILLIS = 200;
  private static final int MAX_RETRY_MILLIS = 2_000;
  private static final int MAX_RETRIES = 10;

  /**
   * Connects to ZooKeeper. Throws {@link SettingException} if ZooKeeper does not respond or the
   * chroot does not exist.
   */
  static RunNodes open(JointRun run) throws InterruptedException {
    CuratorFramework zk =
        CuratorFrameworkFactory.newClient(
            run.zkHost(),
            SESSION_TIMEOUT_MILLIS,
            CONNECT_TIMEOUT_MILLIS,
            new BoundedExponentialBackoffRetry(FIRST_RETRY_MILLIS, MAX_RETRY_MILLIS, MAX_RETRIES));
    zk.start();
    try {
      if (zk.blockUntilConnected(CONNECT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
          && zk.checkExists().forPath("/") != null) {
        return new RunNodes(run, zk);
      }
    } catch (InterruptedException e) {
      zk.close();
      throw e;
    } catch (Exception e) {
      // ZooKeeper does not respond, which is reported below
    }
    zk.close();
    throw new SettingException(
        "--zk", "be a ZooKeeper that answers, with the chroot of a cluster", run.zkHost());
  }

  /** Creates a node with the given data, or sets the data of the node if it exists. */
  void put(byte[] data, String... names) throws Exception {
    zk.create().orSetData().creatingParentContainersIfNeeded().forPath(run.nodePath(names), data);
  }

  Optional<byte[]> read(String... names) throws Exception {
    try {
      return Optional.of(zk.getData().forPath(run.nodePath(names)));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  /** Returns the names of a node's children; empty if the node does not exist. */
  List<String> children(String... names) throws Exception {
    try {
      return zk.getChildren().forPath(run.nodePath(names));
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }

  /** Returns the connected clients in order of arrival; the first one is the leader. */
  List<Member> connectedMembers() throws Exception {
    Map<Long, Member> connected = new TreeMap<>();
    for (String client : children(CLIENTS_NODE)) {
      Stat stat = new Stat();
      try {
        byte[] data = zk.getData().storingStatIn(stat).forPath(run.nodePath(CLIENTS_NODE, client));
        connected.put(stat.getCzxid(), Member.of(data));
      } catch (KeeperException.NoNodeException e) {
        // disconnected in the meantime
      }
    }
    return List.copyOf(connected.values());
  }

  /**
   * Uploads a client's files in the order of the map, and returns the files that did not fit. The
   * total size is limited because ZooKeeper keeps all data in memory. Files are uploaded in parts
   * of less than 1 MB, which is the limit of a request.
   */
  List<Path> upload(String client, Map<String, Path> files) throws Exception {
    Map<String, Integer> index = new LinkedHashMap<>();
    List<Path> refused = new ArrayList<>();
    long totalBytes = 0;
    for (Map.Entry<String, Path> file : files.entrySet()) {
      long size = Files.size(file.getValue());
      if (totalBytes + size > MAX_UPLOAD_BYTES) {
        refused.add(file.getValue());
        continue;
      }
      totalBytes += size;
      byte[] bytes = Files.readAllBytes(file.getValue());
      int parts = 0;
      for (int from = 0; from < bytes.length; from += MAX_PART_BYTES) {
        byte[] part =
            Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + MAX_PART_BYTES));
        put(part, RESULTS_NODE, client, index.size() + "-" + parts++);
      }
      index.put(file.getKey(), parts);
    }
    put(
        Json.MAPPER.writeValueAsBytes(index),
        RESULTS_NODE,
        client,
        INDEX_NODE); // completes the upload
    return refused;
  }

  boolean isUploadComplete(String client) throws Exception {
    return read(RESULTS_NODE, client, INDEX_NODE).isPresent();
  }

  void download(String client, Path destination) throws Exception {
    Path folder = destination.toAbsolutePath().normalize();
    Map<String, Integer> index =
        Json.MAPPER.readValue(
            read(RESULTS_NODE, client, INDEX_NODE).orElseThrow(), new TypeReference<>() {});
    int number = 0;
    for (Map.Entry<String, Integer> file : index.entrySet()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int part = 0; part < file.getValue(); part++) {
        bytes.write(read(RESULTS_NODE, client, number + "-" + part).orElseThrow());
      }
      Path target = folder.resolve(file.getKey()).normalize();
      if (!target.startsWith(folder)) {
        throw new IOException("client " + client + " left a file outside: " + file.getKey());
      }
      Files.createDirectories(target.getParent());
      Files.write(target, bytes.toByteArray());
      number++;
    }
  }

  void remove() throws Exception {
    zk.delete().guaranteed().deletingChildrenIfNeeded().forPath(run.nodePath());
    try {
      zk.delete().forPath(JointRun.ROOT_PATH);
    } catch (KeeperException.NotEmptyException | KeeperException.NoNodeException e) {
      // other runs use the root node, or have just removed it
    }
  }

  @Override
  public void close() {
    zk.close();
  }
}
