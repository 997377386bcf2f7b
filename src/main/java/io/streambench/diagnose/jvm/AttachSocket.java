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
 * A client of HotSpot's attach protocol, version 1 ({@code attachListener_posix.cpp}), over a Unix
 * domain socket. It replaces {@code jcmd} and the module {@code jdk.attach}, which a JRE lacks.
 *
 * <p>Since Java 24, a JVM may block until its response has been read. Therefore this client reads
 * the whole response immediately.
 */
final class AttachSocket {
  /** A response with the command's output; the status is 0 or an error code of the JVM. */
  record Response(int status, String output) {}

  private static final String PROTOCOL_VERSION = "1";
  private static final Pattern RESPONSE = Pattern.compile("(?s)(-?\\d{1,9})\n(.*)");
  private static final String OWNER_ONLY_PERMISSIONS = "rw-------";
  private static final long FIRST_DELAY_MILLIS = 20;
  private static final long MAX_DELAY_MILLIS = 500;

  private final long pid;

  AttachSocket(long pid) {
    this.pid = pid;
  }

  /**
   * Executes a command of {@code jcmd}, such as {@code Thread.print}.
   *
   * @param openTimeout maximum wait until the JVM has opened the socket
   * @param timeout maximum wait for the complete response
   * @throws SocketTimeoutException if the JVM does not respond in time; it may still execute the
   *     command later
   */
  Response execute(String command, Duration openTimeout, Duration timeout) throws IOException {
    Path socket = temporaryFolder().resolve(".java_pid" + pid);
    if (!Files.exists(socket)) {
      awaitSocket(socket, openTimeout);
    }
    requireTrustedSocket(socket);
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
          throw createTimeoutException(timeout);
        }
        throw e;
      } finally {
        expired.cancel(false);
      }
    }
  }

  private SocketTimeoutException createTimeoutException(Duration timeout) {
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
    String request = String.join("\0", PROTOCOL_VERSION, "jcmd", command, "", "", "");
    ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    String response;
    try (InputStream in = Channels.newInputStream(channel)) {
      response = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    // Since Java 24, the output is streamed, so a JVM that ends leaves a truncated response.
    requireRunning();
    Matcher parts = RESPONSE.matcher(response);
    if (!parts.matches()) {
      throw new IOException("the JVM closed its attach socket without a response");
    }
    return new Response(Integer.parseInt(parts.group(1)), parts.group(2));
  }

  /**
   * Makes the JVM open its socket by creating an attach file and sending SIGQUIT. Waits for the
   * socket.
   */
  private void awaitSocket(Path socket, Duration timeout) throws IOException {
    String name = ".attach_pid" + pid;
    List<Path> requests =
        List.of(processFile("cwd").resolve(name), temporaryFolder().resolve(name));
    Optional<Path> request = createAttachFile(requests);
    request.ifPresent(file -> file.toFile().deleteOnExit());
    try {
      long startNanos = System.nanoTime();
      long delayMillis = FIRST_DELAY_MILLIS;
      boolean repeated = false;
      sendSigquit();
      while (!Files.exists(socket)) {
        long waitedNanos = System.nanoTime() - startNanos;
        if (waitedNanos > timeout.toNanos()) {
          throw createTimeoutException(timeout);
        }
        if (!repeated && waitedNanos > timeout.toNanos() / 2) {
          repeated = true; // as the JDK does
          sendSigquit();
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

  /** Creates an attach file in the first possible folder; returns empty if the file exists. */
  private static Optional<Path> createAttachFile(List<Path> files) throws IOException {
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

  /** Throws an exception if the JVM has ended, even if its sockets are still open. */
  private void requireRunning() throws IOException {
    if (!LocalProcess.isJvm(pid)) {
      throw new IOException("the JVM has ended");
    }
  }

  private void sendSigquit() throws IOException, InterruptedException {
    // Checked each time, because the signal would end a process that is not a JVM.
    requireRunning();
    // Every shell has a built-in kill, but a container may lack the kill program.
    Process kill =
        new ProcessBuilder("sh", "-c", "kill -s QUIT " + pid)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (kill.waitFor() != 0) {
      throw new IOException("SIGQUIT could not be sent to process " + pid);
    }
  }

  /** Throws if another user may have created the socket. The JDK makes the same check. */
  private void requireTrustedSocket(Path socket) throws IOException {
    Object owner = Files.getAttribute(socket, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    boolean isOfJvm =
        !Files.exists(processFile(""))
            || owner.equals(Files.getAttribute(processFile(""), "unix:uid"));
    SettingException.throwIf(
        !isOfJvm
            || !PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(socket, LinkOption.NOFOLLOW_LINKS))
                .equals(OWNER_ONLY_PERMISSIONS),
        "PID",
        "be a JVM that owns its attach socket, readable for its user only; remove " + socket,
        pid);
  }

  /** Returns the folder of the socket. On Linux, {@code java.io.tmpdir} has no influence on it. */
  private Path temporaryFolder() {
    Path seenByJvm = processFile("root").resolve("tmp");
    if (Files.isDirectory(seenByJvm)) {
      return seenByJvm;
    }
    return Path.of(Files.exists(processFile("")) ? "/tmp" : System.getProperty("java.io.tmpdir"));
  }

  private Path processFile(String file) {
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
