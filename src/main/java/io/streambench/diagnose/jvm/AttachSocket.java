package io.streambench.diagnose.jvm;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The socket on which a HotSpot JVM accepts commands. This implements the client side of HotSpot's
 * attach protocol, version 1 (attachListener_posix.cpp), because a JRE has neither {@code jcmd} nor
 * the module {@code jdk.attach}.
 *
 * <p>A JVM of Java 24 or later may stand still until its response has been read, so the response is
 * read at once and completely.
 */
final class AttachSocket {
  /** A response: 0 or an error code of the JVM, and the command's output. */
  record Response(int status, String output) {}

  private static final String VERSION = "1";
  private static final Pattern RESPONSE = Pattern.compile("(?s)(-?\\d{1,9})\n(.*)");
  private static final String OWNER_ONLY = "rw-------";
  private static final long FIRST_DELAY_MILLIS = 20;
  private static final long MAX_DELAY_MILLIS = 500;

  private final long pid;

  AttachSocket(long pid) {
    this.pid = pid;
  }

  /**
   * Executes a command of {@code jcmd}, such as {@code Thread.print}.
   *
   * @param openTimeout maximum wait for the socket
   * @param timeout maximum wait for the whole response
   * @throws SocketTimeoutException if the JVM does not respond in time; it may execute the command
   *     later
   */
  Response execute(String command, Duration openTimeout, Duration timeout) throws IOException {
    Path socket = temporaryFolder().resolve(".java_pid" + pid);
    if (!Files.exists(socket)) {
      awaitSocket(socket, openTimeout);
    }
    requireSafe(socket);
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      CompletableFuture<Boolean> expired =
          new CompletableFuture<Boolean>()
              .completeOnTimeout(true, timeout.toMillis(), TimeUnit.MILLISECONDS);
      var unused = expired.thenRun(() -> close(channel));
      try {
        channel.connect(UnixDomainSocketAddress.of(socket));
        return exchange(channel, command);
      } catch (ClosedChannelException e) {
        if (expired.isDone()) {
          throw noAnswer(timeout);
        }
        throw e;
      } finally {
        expired.cancel(false);
      }
    }
  }

  private SocketTimeoutException noAnswer(Duration timeout) {
    return new SocketTimeoutException(
        TextFormat.of(
            "the JVM did not answer within %.1f s; what it was asked for, it may still do. %s",
            timeout.toMillis() / 1e3,
            new SuspendedProcess(pid)
                .description()
                .map(why -> "Now " + why)
                .orElse("It is too busy, or has attaching disabled: try again")));
  }

  private Response exchange(SocketChannel channel, String command) throws IOException {
    // Version, name of the operation, and always three arguments.
    String request = String.join("\0", VERSION, "jcmd", command, "", "", "");
    ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    String response;
    try (InputStream in = Channels.newInputStream(channel)) {
      response = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    // A JVM of Java 24 or later sends the output piece by piece: if it ends, a part arrives.
    requireRunning();
    Matcher parts = RESPONSE.matcher(response);
    if (!parts.matches()) {
      throw new IOException("the JVM closed its attach socket without a response");
    }
    return new Response(Integer.parseInt(parts.group(1)), parts.group(2));
  }

  /** Makes the JVM open its socket, as it does on SIGQUIT if a certain file exists, and waits. */
  private void awaitSocket(Path socket, Duration timeout) throws IOException {
    String name = ".attach_pid" + pid;
    List<Path> requests = List.of(process("cwd").resolve(name), temporaryFolder().resolve(name));
    Optional<Path> request = createFirstPossible(requests);
    request.ifPresent(file -> file.toFile().deleteOnExit());
    try {
      long startNanos = System.nanoTime();
      long delayMillis = FIRST_DELAY_MILLIS;
      boolean repeated = false;
      sendQuit();
      while (!Files.exists(socket)) {
        long waitedNanos = System.nanoTime() - startNanos;
        if (waitedNanos > timeout.toNanos()) {
          throw noAnswer(timeout);
        }
        if (!repeated && waitedNanos > timeout.toNanos() / 2) {
          repeated = true; // as the JDK does
          sendQuit();
        }
        TimeUnit.MILLISECONDS.sleep(delayMillis);
        delayMillis = Math.min(2 * delayMillis, MAX_DELAY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      if (request.isPresent()) {
        Files.deleteIfExists(request.get());
      }
    }
  }

  /** Creates the first possible file; empty if one exists because another program attaches. */
  private static Optional<Path> createFirstPossible(List<Path> files) throws IOException {
    IOException failure = null;
    for (Path file : files) {
      try {
        return Optional.of(Files.createFile(file));
      } catch (FileAlreadyExistsException e) {
        return Optional.empty();
      } catch (IOException e) { // the folder cannot be written to, or was removed
        failure = e;
      }
    }
    throw failure;
  }

  /** Throws if the JVM has ended, which its missing libraries show before its sockets close. */
  private void requireRunning() throws IOException {
    if (!LocalProcess.isJvm(pid)) {
      throw new IOException("the JVM has ended");
    }
  }

  private void sendQuit() throws IOException, InterruptedException {
    // Checked each time, because the signal would end a process that is not a JVM.
    requireRunning();
    // A shell has kill built in; a container may lack the program.
    Process kill =
        new ProcessBuilder("sh", "-c", "kill -s QUIT " + pid)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (kill.waitFor() != 0) {
      throw new IOException("SIGQUIT could not be sent to process " + pid);
    }
  }

  /** Throws, as the JDK does, if another user could have made the socket. */
  private void requireSafe(Path socket) throws IOException {
    Object owner = Files.getAttribute(socket, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    boolean isOfJvm =
        !Files.exists(process("")) || owner.equals(Files.getAttribute(process(""), "unix:uid"));
    SettingException.throwIf(
        !isOfJvm
            || !PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(socket, LinkOption.NOFOLLOW_LINKS))
                .equals(OWNER_ONLY),
        "PID",
        "be a JVM that owns its attach socket, readable for its user only; remove " + socket,
        pid);
  }

  /** The folder of the socket, which on Linux does not depend on {@code java.io.tmpdir}. */
  private Path temporaryFolder() {
    Path seenByJvm = process("root").resolve("tmp");
    if (Files.isDirectory(seenByJvm)) {
      return seenByJvm;
    }
    return Path.of(Files.exists(process("")) ? "/tmp" : System.getProperty("java.io.tmpdir"));
  }

  private Path process(String file) {
    return Path.of("/proc", Long.toString(pid), file);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // it is closed either way
    }
  }
}
