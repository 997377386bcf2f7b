package io.streambench.diagnose.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClientSessionTest {
  private static final String HTTP2 = "org.eclipse.jetty.http2.";
  private static final String CLIENT_SESSION = HTTP2 + "HTTP2Session";

  @TempDir Path folder;

  /** The bodies of the classes that are read, as in Jetty 10.0.0. */
  private static final Map<String, String> BODIES =
      Map.of(
          "org.eclipse.jetty.util.Jetty",
          "{ public static final String VERSION = \"10.0.0\"; }",
          "org.eclipse.jetty.io.EndPoint",
          "{ public Object getConnection() { return this; } }",
          "org.eclipse.jetty.io.Connection",
          "{ public long getBytesIn() { return 0; } }",
          HTTP2 + "HTTP2Connection",
          "{ public boolean isUseInputDirectByteBuffers() { return true; } }",
          HTTP2 + "HTTP2Stream",
          """
          { public int getId() { return 1; }
            public int getRecvWindow() { return 1; }
            public boolean isRemotelyClosed() { return true; }
            public boolean isResetOrFailed() { return true; } }\
          """,
          HTTP2 + "AbstractFlowControlStrategy",
          "{ public int getInitialStreamRecvWindow() { return 1; } }",
          HTTP2 + "BufferingFlowControlStrategy",
          "{ Object maxSessionRecvWindow; Object sessionLevel; Object streamLevels; }",
          CLIENT_SESSION,
          """
          { public int getRecvWindow() { return 7; }
            public int getSendWindow() { return 1; }
            public boolean isClosed() { return false; }
            public java.util.List getStreams() { return java.util.List.of(); }
            public java.net.InetSocketAddress getLocalAddress() { return null; }
            public java.net.InetSocketAddress getRemoteAddress() {
              return new java.net.InetSocketAddress("127.0.0.1", 8983); }
            public Object getFlowControlStrategy() { return new BufferingFlowControlStrategy(); }
            public Object getEndPoint() { return null; } }\
          """);

  /** Compiles the classes, without members of this name, and returns a session. */
  private Object session(String missing) throws Exception {
    List<String> sources = new ArrayList<>();
    for (Map.Entry<String, String> body : BODIES.entrySet()) {
      int dot = body.getKey().lastIndexOf('.');
      Path source =
          folder.resolve(body.getKey() + "/" + body.getKey().substring(dot + 1) + ".java");
      Files.createDirectories(source.getParent());
      Files.writeString(
          source,
          "package %s;\npublic class %s %s"
              .formatted(
                  body.getKey().substring(0, dot),
                  body.getKey().substring(dot + 1),
                  body.getValue().replaceAll("\\b" + missing + "\\b", "other")));
      sources.add(source.toString());
    }
    sources.addAll(0, List.of("-proc:none", "-nowarn", "-d", folder.toString()));
    String[] arguments = sources.toArray(String[]::new);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    URL[] compiled = {folder.toUri().toURL()};
    return new URLClassLoader(compiled, ClassLoader.getPlatformClassLoader())
        .loadClass(CLIENT_SESSION)
        .getConstructor()
        .newInstance();
  }

  @Test
  void aSessionOfAnEarlyJetty10IsRead() throws Exception {
    ClientSession session = new ClientSession(session("none"));
    assertThat(session.unreadableReason()).isEmpty();
    assertThat(session.window()).isEqualTo(7);
    assertThat(session.remoteAddress()).isEqualTo("127.0.0.1:8983");
  }

  @ParameterizedTest
  @EnumSource(JettyAccess.Member.class)
  void aSessionWhoseJettyLacksAMemberIsRefusedWithItsVersion(JettyAccess.Member member)
      throws Exception {
    String name = member.names.get(member.names.size() - 1);
    ClientSession session = new ClientSession(session(name));
    assertThat(session.unreadableReason()).contains("Jetty 10.0.0 lacks ").hasLineCount(1);
    assertThat(session.remoteAddress()).isEmpty();
    assertThat(session.hasEnded()).isFalse();
  }
}
