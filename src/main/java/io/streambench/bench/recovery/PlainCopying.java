package io.streambench.bench.recovery;

import io.streambench.cluster.DataFolder;
import io.streambench.cluster.IndexCopying;
import io.streambench.config.CopyMethod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Copies without Solr, with a thread for each shard, in this process: the least that a disk, or a
 * disk and sockets, need for the same files. Each file is forced to the disk, as Solr does.
 */
final class PlainCopying implements IndexCopying {
  private static final int BUFFER_BYTES = 1 << 16;

  private final CopyMethod method;
  private final List<ShardFiles> shards;
  private final Source source;
  private final Path folder;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "streambench-plain-copy");
            thread.setDaemon(true);
            return thread;
          });

  interface Source extends AutoCloseable {
    InputStream open(ShardFiles shard) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  PlainCopying(CopyMethod method, List<ShardFiles> shards, Source source, Path folder) {
    this.method = method;
    this.shards = List.copyOf(shards);
    this.source = source;
    this.folder = folder;
  }

  @Override
  public Seconds copy(LongConsumer progress) throws Exception {
    long begun = System.nanoTime();
    AtomicLong arrived = new AtomicLong();
    List<Callable<Void>> copies = new ArrayList<>();
    for (ShardFiles shard : shards) {
      copies.add(() -> copy(shard, arrived, progress));
    }
    try {
      for (Future<Void> copy : threads.invokeAll(copies)) {
        copy.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : e;
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new Seconds(seconds, seconds);
  }

  private Void copy(ShardFiles shard, AtomicLong arrived, LongConsumer progress)
      throws IOException {
    Path copy = Files.createDirectories(folder.resolve(shard.shard()));
    try (InputStream in = source.open(shard)) {
      for (Map.Entry<String, ShardFiles.Sum> file : shard.files().entrySet()) {
        write(in, file.getValue().bytes(), copy.resolve(file.getKey()));
        progress.accept(arrived.addAndGet(file.getValue().bytes()));
      }
    }
    return null;
  }

  private static void write(InputStream in, long length, Path file) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long left = length; left > 0; ) {
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          throw new IOException(file.getFileName() + " ended " + left + " bytes too early");
        }
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        left -= read;
      }
      channel.force(true);
    }
  }

  @Override
  public Map<String, Path> copies() {
    return shards.stream()
        .collect(Collectors.toMap(ShardFiles::shard, shard -> folder.resolve(shard.shard())));
  }

  @Override
  public void clear(LongConsumer progress) throws IOException {
    DataFolder.remove(folder);
  }

  @Override
  public Duration receiverCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public String inEffect() {
    return method.words() + ", a thread a shard";
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    source.close();
  }
}
