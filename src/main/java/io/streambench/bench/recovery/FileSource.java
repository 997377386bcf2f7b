package io.streambench.bench.recovery;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

/** Reads a shard's files where they are. */
final class FileSource implements PlainCopying.Source {
  @Override
  public InputStream open(ShardFiles shard) {
    return new InOrder(shard.files().keySet().stream().map(shard.folder()::resolve).iterator());
  }

  /** Reads one file after the other, and has one of them open at a time. */
  private static final class InOrder extends InputStream {
    private final Iterator<Path> left;
    private InputStream open = InputStream.nullInputStream();

    InOrder(Iterator<Path> files) {
      this.left = files;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
      int read = open.read(buffer, from, length);
      while (read < 0 && left.hasNext()) {
        open.close();
        open = Files.newInputStream(left.next());
        read = open.read(buffer, from, length);
      }
      return read;
    }

    @Override
    public void close() throws IOException {
      open.close();
    }
  }
}
