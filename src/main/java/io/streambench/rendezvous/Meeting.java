package io.streambench.rendezvous;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.nodes.GroupMember;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The clients of a run, from the first that comes to the last that leaves. One of them leads:
 * whoever is the first, and when that one is gone the next. All that the run has in ZooKeeper is
 * removed by the leader at the end.
 */
public final class Meeting implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;
  private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final String BEGUN = "begun";
  private static final String MERGED = "merged";
  private static final String LATE = "late";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JointRun run;
  private final CuratorFramework zk;
  private final Handover handover;
  private final LeaderLatch latch;
  private final GroupMember group;
  private Member me;
  private Map<String, Member> members = Map.of();

  /**
   * The end of a run for this client: whether it leads the run, and which clients are lost.
   *
   * @param lost clients that began and left nothing
   */
  public record Ending(boolean leads, List<String> lost) {
    public Ending {
      lost = List.copyOf(lost);
    }
  }

  private Meeting(JointRun run, CuratorFramework zk, Member me) {
    this.run = run;
    this.zk = zk;
    this.me = me;
    this.handover = new Handover(zk, run);
    this.latch = new LeaderLatch(zk, run.path("leader"), run.client());
    this.group = new GroupMember(zk, run.path("clients"), run.client(), me.bytes());
  }

  /**
   * Comes to a run, and waits for the others.
   *
   * @param arguments what this client is to run; the others must be told the same
   * @param clients number of clients that are to come
   * @param wait so long they are waited for; then the run begins with those that are there
   * @throws SettingException if the run has begun, or if another client runs something else
   */
  public static Meeting come(
      JointRun run, String arguments, int clients, Duration wait, Consumer<String> out)
      throws Exception {
    CuratorFramework zk = Connection.open(run.zkHost());
    Meeting meeting = null;
    try {
      refuseIfBegun(run, zk);
      ClockOffset clock =
          ClockOffset.measured(
              () -> theirMillis(run, zk), System::currentTimeMillis, System::nanoTime);
      meeting = new Meeting(run, zk, new Member(run.client(), arguments, clock, List.of(), false));
      meeting.group.start();
      meeting.latch.start();
      meeting.await(clients, wait, out);
      return meeting;
    } catch (Exception e) {
      if (meeting == null) {
        zk.close();
      } else {
        meeting.close();
      }
      throw e;
    }
  }

  private static long theirMillis(JointRun run, CuratorFramework zk) throws Exception {
    Stat stat = new Stat();
    String path = run.path("clocks", run.client());
    zk.create()
        .storingStatIn(stat)
        .creatingParentContainersIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(path);
    zk.delete().forPath(path);
    return stat.getCtime();
  }

  private static void refuseIfBegun(JointRun run, CuratorFramework zk) throws Exception {
    if (zk.checkExists().forPath(run.path(BEGUN)) != null) {
      leaveName(run, zk);
      throw new SettingException(
          "--run",
          "be the name of a run that has not begun: choose another name, the same for all clients",
          run.name());
    }
  }

  /** Tells the leader who came too late; without the folder of the run there is nobody to tell. */
  private static void leaveName(JointRun run, CuratorFramework zk) {
    try {
      zk.create().forPath(run.path(LATE, run.client()));
    } catch (Exception e) {
      // the run is over, or knows, or it may not be told: it is refused all the same
    }
  }

  private void await(int clients, Duration wait, Consumer<String> out) throws Exception {
    long begin = System.nanoTime();
    int seen = 0;
    while (true) {
      Optional<List<String>> begun = begun();
      if (begun.isPresent()) {
        if (!begun.get().contains(run.client())) {
          refuseIfBegun(run, zk);
        }
        members = membersOf(begun.get());
        return;
      }
      List<Member> here = here();
      if (here.size() != seen) {
        seen = here.size();
        out.accept(
            Text.of(
                "# %d of %d clients are here: %s",
                seen, clients, here.stream().map(Member::client).toList()));
      }
      if (latch.hasLeadership()) {
        List<String> mine = likeMe(here);
        boolean late = System.nanoTime() - begin > wait.toNanos();
        if (mine.size() >= clients || late) {
          begin(mine.stream().limit(clients).toList());
        }
      } else {
        requireTheLeaders(here);
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** The leader first, then those that run the same, in the order in which they came. */
  private List<String> likeMe(List<Member> here) {
    List<String> mine = new ArrayList<>(List.of(run.client()));
    here.stream()
        .filter(other -> other.arguments().equals(me.arguments()))
        .map(Member::client)
        .filter(other -> !other.equals(run.client()))
        .forEach(mine::add);
    return mine;
  }

  private void requireTheLeaders(List<Member> here) throws Exception {
    String leader = latch.getLeader().getId();
    for (Member other : here) {
      if (other.client().equals(leader) && !other.arguments().equals(me.arguments())) {
        throw new SettingException(
            "--clients and ARGS",
            "be the same for all clients of a run; the client that leads it has others",
            leader);
      }
    }
  }

  private void begin(List<String> clients) throws Exception {
    try {
      zk.create().orSetData().creatingParentContainersIfNeeded().forPath(run.path(LATE));
      zk.create()
          .creatingParentContainersIfNeeded()
          .forPath(run.path(BEGUN), JSON.writeValueAsBytes(clients));
    } catch (KeeperException.NodeExistsException e) {
      // by one that led before
    }
  }

  private Map<String, Member> membersOf(List<String> clients) throws Exception {
    Map<String, Member> all = new LinkedHashMap<>();
    for (Member member : here()) {
      if (clients.contains(member.client())) {
        all.put(member.client(), member);
      }
    }
    for (String client : clients) {
      all.computeIfAbsent(client, gone -> new Member(gone, "", null, List.of(), true));
    }
    return all;
  }

  private Optional<List<String>> begun() throws Exception {
    try {
      return Optional.of(
          JSON.readValue(zk.getData().forPath(run.path(BEGUN)), new TypeReference<>() {}));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  /** Those that are alive, in the order in which they came. */
  private List<Member> here() throws Exception {
    String clients = run.path("clients");
    Map<Long, Member> here = new TreeMap<>();
    for (String client : children(clients)) {
      Stat stat = new Stat();
      try {
        byte[] told = zk.getData().storingStatIn(stat).forPath(clients + "/" + client);
        here.put(stat.getCzxid(), Member.of(told));
      } catch (KeeperException.NoNodeException e) {
        // gone in the meantime
      }
    }
    return List.copyOf(here.values());
  }

  private List<String> children(String path) throws Exception {
    try {
      return zk.getChildren().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }

  /** Those with which the run began. */
  public List<Member> members() {
    return List.copyOf(members.values());
  }

  /** Clients that came when the run had begun, so far. */
  public List<String> late() throws Exception {
    return children(run.path(LATE)).stream().sorted().toList();
  }

  /** Tells the others that they need not wait for this client in a combination any more. */
  public void finished(String combination) {
    me = me.finished(combination);
    group.setThisData(me.bytes());
  }

  /** Tells the others that this client runs nothing any more, whatever came of it. */
  public void finishedAll() {
    me = me.withAllDone();
    group.setThisData(me.bytes());
  }

  /**
   * Leaves what was measured, and waits until all have, or are gone.
   *
   * @param files by the names that they are to have, the most important first
   * @param out receives a line for each that there was no room for, and for those that are waited
   *     for
   */
  public Ending handOver(Map<String, Path> files, Consumer<String> out) throws Exception {
    handover
        .leave(files)
        .forEach(
            (name, file) ->
                out.accept("# warning: too large for ZooKeeper, it stays here: " + file));
    Set<String> waited = Set.of();
    while (true) {
      if (zk.checkExists().forPath(run.path(MERGED)) != null
          || !handover.isThere(run.client())) { // the leader has cleared up already
        return new Ending(false, List.of());
      }
      Set<String> alive = here().stream().map(Member::client).collect(Collectors.toSet());
      List<String> missing = new ArrayList<>();
      for (String client : members.keySet()) {
        if (!handover.isThere(client)) {
          missing.add(client);
        }
      }
      alive.retainAll(missing);
      if (alive.isEmpty() && latch.hasLeadership()) {
        return new Ending(true, missing);
      }
      if (!alive.equals(waited) && !alive.isEmpty()) {
        out.accept("# waiting for the results of " + String.join(", ", alive));
      }
      waited = alive;
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** Fetches what a client has left. */
  public void fetch(String client, Path folder) throws Exception {
    handover.fetch(client, folder);
  }

  /** Tells the others that all is merged. */
  public void merged(String where) throws Exception {
    zk.create()
        .orSetData()
        .creatingParentContainersIfNeeded()
        .forPath(run.path(MERGED), where.getBytes(StandardCharsets.UTF_8));
    long begin = System.nanoTime();
    while (here().size() > 1 && System.nanoTime() - begin < LEAVE_NANOS) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    group.close();
    latch.close();
    zk.delete().guaranteed().deletingChildrenIfNeeded().forPath(run.path());
    try {
      zk.delete().forPath(JointRun.ROOT);
    } catch (KeeperException.NotEmptyException | KeeperException.NoNodeException e) {
      // other runs have theirs there, or just took it away
    }
  }

  @Override
  public void close() throws IOException {
    group.close();
    if (latch.getState() == LeaderLatch.State.STARTED) {
      latch.close();
    }
    zk.close();
  }
}
