package io.streambench.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MergingReaderTest {
  private static final MergedDocuments DOCUMENTS = new MergedDocuments(300, 100, 5, false);

  private static byte[] answer(String query) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    MergedDocuments.answer(query).writeTo(bytes);
    return bytes.toByteArray();
  }

  /** Answers from memory; shard 2 may be made to answer something else. */
  private record Answers(byte[] ofShard2) implements MergeClient {
    @Override
    public InputStream open(int port, String query) throws IOException {
      return new ByteArrayInputStream(
          query.startsWith("shard=2&") && ofShard2 != null ? ofShard2 : answer(query));
    }

    @Override
    public String describe() {
      return "";
    }

    @Override
    public String dump() {
      return "";
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static int read(MergedDocuments documents, MergeClient client, List<Integer> ports)
      throws IOException, InterruptedException {
    AtomicInteger read = new AtomicInteger();
    try (MergingReader reader = new MergingReader(client, ports, documents)) {
      reader.read(read::set);
    }
    return read.get();
  }

  @Property(tries = 60)
  void everyDocumentIsOnOneShardAndIsReadOnce(
      @ForAll @IntRange(min = 1, max = 500) int documents,
      @ForAll @IntRange(min = 1, max = 24) int shards,
      @ForAll @IntRange(min = MergedDocuments.LEAST_BYTES, max = 64) int bytes,
      @ForAll boolean runs)
      throws Exception {
    MergedDocuments all = new MergedDocuments(documents, bytes, shards, runs);
    assertThat(read(all, new Answers(null), List.of(1, 2))).isEqualTo(documents);
    long largest = 0;
    for (int shard = 0; shard < shards; shard++) {
      largest = Math.max(largest, answer(all.query(shard)).length);
    }
    assertThat(all.largestAnswerBytes()).isEqualTo(largest);
  }

  @Property(tries = 200)
  void aShardOfRunsHoldsNumbersInARow(
      @ForAll @IntRange(min = 1, max = 500) int documents,
      @ForAll @IntRange(min = 1, max = 24) int shards) {
    MergedDocuments all = new MergedDocuments(documents, 10, shards, true);
    int before = 0;
    for (int number = 0; number < documents; number++) {
      assertThat(all.shardOf(number)).isBetween(before, shards - 1);
      before = all.shardOf(number);
    }
  }

  @Test
  void anAnswerThatLacksADocumentIsNoAnswer() throws Exception {
    byte[] whole = answer(DOCUMENTS.query(2));
    Answers answers = new Answers(Arrays.copyOfRange(whole, 100, whole.length));
    assertThatThrownBy(() -> read(DOCUMENTS, answers, List.of(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is missing");
  }

  @Test
  void anAnswerThatEndsEarlyIsNoAnswer() throws Exception {
    byte[] whole = answer(DOCUMENTS.query(2));
    Answers cut = new Answers(Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(() -> read(DOCUMENTS, cut, List.of(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("99 of 100 bytes");
    Answers none = new Answers(new byte[0]);
    assertThatThrownBy(() -> read(DOCUMENTS, none, List.of(1))).isInstanceOf(IOException.class);
  }

  @Test
  void anAnswerThatLostAByteIsNoAnswer() throws Exception {
    byte[] whole = answer(DOCUMENTS.query(2));
    byte[] shifted = Arrays.copyOf(whole, whole.length);
    System.arraycopy(whole, 51, shifted, 50, whole.length - 51);
    assertThatThrownBy(() -> read(DOCUMENTS, new Answers(shifted), List.of(1)))
        .isInstanceOf(IOException.class);
  }

  /** Remembers which answers are open, and how much of each was read. */
  private static final class Opened implements MergeClient {
    private final AtomicInteger open = new AtomicInteger();
    private final Queue<Integer> left = new ConcurrentLinkedQueue<>();
    private final String swapped;

    Opened(String swapped) {
      this.swapped = swapped;
    }

    @Override
    public InputStream open(int port, String query) throws IOException {
      open.incrementAndGet();
      return new ByteArrayInputStream(answer(swapped.isEmpty() ? query : swapped)) {
        @Override
        public void close() {
          open.decrementAndGet();
          left.add(available());
        }
      };
    }

    @Override
    public String describe() {
      return "";
    }

    @Override
    public String dump() {
      return "";
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  @Test
  void aMergeThatIsClosedEarlyOpensAllShardsAndClosesThemUnread() throws Exception {
    MergedDocuments large = new MergedDocuments(1_000, 1_000, 5, false);
    Opened client = new Opened("");
    AtomicInteger opened = new AtomicInteger();
    try (MergingReader reader = new MergingReader(client, List.of(1, 2), large)) {
      reader.perform(MergeOperation.CLOSE_EARLY, opened::set);
    }
    assertThat(opened).hasValue(5);
    assertThat(client.open).hasValue(0);
    assertThat(client.left).hasSize(5).allMatch(bytes -> bytes > 150_000);
  }

  @Test
  void aMergeThatIsClosedEarlyChecksItsFirstDocuments() throws Exception {
    Opened client = new Opened(DOCUMENTS.query(2));
    try (MergingReader reader = new MergingReader(client, List.of(1), DOCUMENTS)) {
      assertThatThrownBy(() -> reader.perform(MergeOperation.CLOSE_EARLY, opened -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("came from shard");
    }
    assertThat(client.open).hasValue(0);
  }

  @Test
  void plainSocketsSendAllOfIt() throws Exception {
    PlainSockets sockets = new PlainSockets();
    try (MergeServer server = sockets.serve(2, false);
        MergeClient client = sockets.connect(ClientOptionsTest.ofLibrary());
        MergingReader reader = new MergingReader(client, server.ports(), DOCUMENTS)) {
      reader.connect();
      for (int again = 0; again < 3; again++) { // over the same connections
        assertThat(read(DOCUMENTS, client, server.ports())).isEqualTo(300);
      }
    }
  }
}
