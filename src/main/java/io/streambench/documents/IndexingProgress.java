package io.streambench.documents;

import io.streambench.config.DocumentSettings;
import io.streambench.config.Text;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar for people, on the terminal; without a terminal it is quiet. */
final class IndexingProgress implements AutoCloseable {
  private static final int WIDTH = 100;

  private final Optional<PrintStream> terminal;
  private final Optional<ProgressBar> bar;
  private final int docSizeBytes;
  private final long startNanos = System.nanoTime();
  private final AtomicLong documents = new AtomicLong();

  IndexingProgress(DocumentSettings settings, Optional<PrintStream> terminal) {
    this.docSizeBytes = settings.docSizeBytes();
    this.terminal = terminal;
    this.bar =
        terminal.map(
            out ->
                new ProgressBarBuilder()
                    .setTaskName("indexing")
                    .setInitialMax(settings.docCount())
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(200)
                    .setUnit(" docs", 1)
                    .showSpeed()
                    .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
                    .build());
  }

  /** Notes that documents were accepted. Thread-safe. */
  void add(int accepted) {
    long total = documents.addAndGet(accepted);
    bar.ifPresent(
        shown -> {
          shown.stepTo(total);
          shown.setExtraMessage(megabytesPerSecond(total));
        });
  }

  private String megabytesPerSecond(long total) {
    double seconds = Math.max(1, System.nanoTime() - startNanos) / 1e9;
    return Text.of(" %.1f MB/s", total * (double) docSizeBytes / 1e6 / seconds);
  }

  double seconds() {
    return (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
    terminal.ifPresent(PrintStream::close);
  }
}
