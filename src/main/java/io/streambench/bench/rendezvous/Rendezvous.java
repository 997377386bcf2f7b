package io.streambench.bench.rendezvous;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.curator.framework.recipes.nodes.GroupMember;
import org.apache.zookeeper.KeeperException;

/**
 * A client's membership in a joint run. The leader is, of all connected clients, the client that
 * joined first. The leader removes the run from ZooKeeper at the end.
 */
public final class Rendezvous implements AutoCloseable {
  private static final long POLL_MILLIS = 100;
  private static final long LEAVE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final String BEGUN_NODE = "begun";
  private static final String MERGED_NODE = "merged";

  private final JointRun run;
  private final RunNodes nodes;
  private final GroupMember group;
  private Member self;
  private List<Member> members = List.of();

  private Rendezvous(JointRun run, RunNodes nodes, Member self) {
    this.run = run;
    this.nodes = nodes;
    this.self = self;
    this.group =
        new GroupMember(
            nodes.zk(), run.nodePath(RunNodes.CLIENTS_NODE), run.client(), self.toBytes());
  }

  /**
   * Joins a run and waits until it begins. A run begins when {@code clientCount} clients have
   * joined or {@code maxWait} has passed.
   *
   * @throws SettingException if the run has begun without this client, or the leader's arguments
   *     differ from {@code arguments}
   */
  public static Rendezvous join(
      JointRun run, String arguments, int clientCount, Duration maxWait, Consumer<String> out)
      throws Exception {
    RunNodes nodes = RunNodes.open(run);
    Member self = new Member(run.client(), arguments, List.of(), false);
    Rendezvous joined = new Rendezvous(run, nodes, self);
    try {
      checkNotBegun(run, nodes);
      joined.group.start();
      joined.awaitBegin(clientCount, maxWait, out);
      return joined;
    } catch (Exception e) {
      joined.close();
      throw e;
    }
  }

  private static void checkNotBegun(JointRun run, RunNodes nodes) throws Exception {
    if (nodes.read(BEGUN_NODE).isPresent()) {
      throw new SettingException(
          "--run",
          "be the name of a run that has not begun: choose another name, the same for all clients",
          run.name());
    }
  }

  private void awaitBegin(int clientCount, Duration maxWait, Consumer<String> out)
      throws Exception {
    long begin = System.nanoTime();
    int reportedCount = 0;
    while (true) {
      Optional<byte[]> begun = nodes.read(BEGUN_NODE);
      if (begun.isPresent()) {
        acceptMembers(Json.MAPPER.readValue(begun.get(), new TypeReference<>() {}));
        return;
      }
      List<Member> connected = nodes.connectedMembers();
      if (connected.size() != reportedCount) {
        reportedCount = connected.size();
        out.accept(
            TextFormat.of(
                "# %d of %d clients are here: %s",
                reportedCount, clientCount, connected.stream().map(Member::client).toList()));
      }
      Member leader = connected.isEmpty() ? self : connected.get(0);
      SettingException.throwIf(
          !leader.arguments().equals(self.arguments()),
          "--clients and ARGS",
          "be the same for all clients of a run; the client that leads it has others",
          leader.client());
      if (isLeader(connected)) {
        List<String> matchingClients =
            connected.stream()
                .filter(other -> other.arguments().equals(self.arguments()))
                .map(Member::client)
                .toList();
        if (matchingClients.size() >= clientCount
            || System.nanoTime() - begin > maxWait.toNanos()) {
          beginRun(matchingClients.stream().limit(clientCount).toList());
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private boolean isLeader(List<Member> connected) {
    return !connected.isEmpty() && connected.get(0).client().equals(run.client());
  }

  private void beginRun(List<String> clients) throws Exception {
    try {
      nodes
          .zk()
          .create()
          .creatingParentContainersIfNeeded()
          .forPath(run.nodePath(BEGUN_NODE), Json.MAPPER.writeValueAsBytes(clients));
    } catch (KeeperException.NodeExistsException e) {
      // the previous leader has created it
    }
  }

  private void acceptMembers(List<String> clients) throws Exception {
    if (!clients.contains(run.client())) {
      checkNotBegun(run, nodes);
    }
    List<Member> connected = nodes.connectedMembers();
    members = clients.stream().map(client -> findMember(client, connected)).toList();
  }

  /** Returns the state of a client. A client missing from {@code connected} counts as done. */
  private static Member findMember(String client, List<Member> connected) {
    return connected.stream()
        .filter(member -> member.client().equals(client))
        .findFirst()
        .orElse(new Member(client, "", List.of(), true));
  }

  public List<Member> members() {
    return members;
  }

  /**
   * Reports that this client has finished a combination of parameters. The other clients then no
   * longer wait for this client in that combination.
   */
  public void reportFinished(String combination) {
    self = self.withFinished(combination);
    group.setThisData(self.toBytes());
  }

  /**
   * Reports that this client has finished all combinations of parameters. The other clients then no
   * longer wait for this client.
   */
  public void reportAllFinished() {
    self = self.asDone();
    group.setThisData(self.toBytes());
  }

  /**
   * Uploads this client's results. The leader then waits until every client has uploaded its
   * results or has disconnected, and returns the names of the clients without results. Every other
   * client waits until the leader has merged the results, and returns empty.
   *
   * @param files the files by the names under which they are uploaded, the most important first
   */
  public Optional<List<String>> uploadResults(Map<String, Path> files, Consumer<String> out)
      throws Exception {
    for (Path refused : nodes.upload(run.client(), files)) {
      out.accept("# warning: too large for ZooKeeper, it stays here: " + refused);
    }
    Set<String> reportedAlive = Set.of();
    while (true) {
      if (nodes.read(MERGED_NODE).isPresent() || !nodes.isUploadComplete(run.client())) {
        return Optional.empty(); // the leader has merged the results, or has removed the run
      }
      List<Member> connected = nodes.connectedMembers();
      Set<String> alive = connected.stream().map(Member::client).collect(Collectors.toSet());
      List<String> missing = new ArrayList<>();
      for (Member member : members) {
        if (!nodes.isUploadComplete(member.client())) {
          missing.add(member.client());
        }
      }
      alive.retainAll(missing);
      if (alive.isEmpty() && isLeader(connected)) {
        return Optional.of(missing);
      }
      if (!alive.equals(reportedAlive) && !alive.isEmpty()) {
        out.accept("# waiting for the results of " + String.join(", ", alive));
      }
      reportedAlive = alive;
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  public void downloadResults(String client, Path folder) throws Exception {
    nodes.download(client, folder);
  }

  /**
   * Reports the location of the merged results to the other clients, waits briefly until they
   * leave, and removes the run.
   */
  public void reportMerged(String resultsLocation) throws Exception {
    nodes.put(resultsLocation.getBytes(StandardCharsets.UTF_8), MERGED_NODE);
    long begin = System.nanoTime();
    while (nodes.connectedMembers().size() > 1 && System.nanoTime() - begin < LEAVE_TIMEOUT_NANOS) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    group.close();
    nodes.remove();
  }

  @Override
  public void close() throws IOException {
    group.close();
    nodes.close();
  }
}
