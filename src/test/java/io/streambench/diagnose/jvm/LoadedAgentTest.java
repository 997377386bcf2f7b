package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.SettingException;
import io.streambench.base.files.ScratchFolder;
import io.streambench.diagnose.agent.AgentMain;
import io.streambench.program.JavaProcess;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedAgentTest {
  @TempDir Path folder;

  /** A program that reads class names, and prints whether it can load these classes. */
  public static final class Host {
    public static void main(String[] arguments) throws Exception {
      System.out.println("ready");
      BufferedReader names =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String name = names.readLine(); name != null; name = names.readLine()) {
        try {
          System.out.println("loaded " + Class.forName(name));
        } catch (ClassNotFoundException e) {
          System.out.println("not found");
        }
      }
    }
  }

  /** A task that does nothing. */
  public static final class Task {
    public static AutoCloseable begin(Instrumentation unused, Properties order, Runnable ended) {
      return ended::run;
    }
  }

  /**
   * The jar is created again after the first and after a later load. Only the first load appends to
   * the boot class path.
   */
  @Test
  void recreatedAgentJarRunsNoCodeInJvm() throws Exception {
    try (JavaProcess host = JavaProcess.ofTest(folder, List.of(), Host.class)) {
      host.awaitOutput("ready");
      Path first = loadAndEnd(host);
      Path second = loadAndEnd(host);
      createJar(first, "Planted1");
      createJar(second, "Planted2");
      host.sendLine("Planted1");
      host.sendLine("Planted2");
      host.sendLine("java.util.List");
      host.awaitOutput("loaded interface java.util.List");
      assertThat(host.output().lines()).noneMatch(line -> line.contains("Planted"));
    }
  }

  /** Loads and ends an agent. Returns the path of the agent's jar, which is removed at the end. */
  private Path loadAndEnd(JavaProcess host) throws Exception {
    Jcmd jvm = Jcmd.of(host.pid(), "attach");
    Properties order = new Properties();
    try (ScratchFolder scratch = ScratchFolder.createPersistent(folder)) {
      try (LoadedAgent loaded = begin(jvm, scratch, Task.class);
          Reader in =
              Files.newBufferedReader(loaded.launcherFolder().resolve("order.properties"))) {
        order.load(in);
      }
      begin(jvm, scratch, null).close();
    }
    Path jar = Path.of(order.getProperty(AgentMain.AGENT_JAR_PROPERTY));
    assertThat(jar).doesNotExist();
    assertThat(jar.getParent()).isNotEqualTo(Path.of(order.getProperty(AgentMain.FOLDER_PROPERTY)));
    return jar;
  }

  private static LoadedAgent begin(Jcmd jvm, ScratchFolder scratch, Class<?> task)
      throws Exception {
    return LoadedAgent.begin(
        jvm, scratch, task, Map.of(), why -> new SettingException("PID", why, ""));
  }

  private void createJar(Path jar, String name) throws Exception {
    Path source = folder.resolve(name + ".java");
    Files.writeString(source, "public class " + name + " {}");
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
        .isZero();
    Files.createDirectories(jar.getParent());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(name + ".class"));
      Files.copy(folder.resolve(name + ".class"), out);
    }
  }
}
