package io.streambench.bench.redaction;

import io.streambench.base.Installation;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The host names, user names and folders to redact in files of a machine. {@code
 * placeholdersByFolder} maps each folder to its placeholder.
 */
public record Secrets(
    Set<String> hostNames, Set<String> userNames, Map<String, String> placeholdersByFolder) {
  /** Common words in logs, which are redacted only where the context shows that they are names. */
  private static final Set<String> COMMON_WORDS =
      KeyKind.parseWords(
          """
          root admin administrator user users test tests build builder runner jenkins dev solr
          jetty zookeeper java jdk jmh jvm apache lucene eclipse ubuntu debian centos docker
          vagrant node nodes server client host localhost local remote benchmark bench
          streambench stream streams reader session sessions thread threads main data default
          system service daemon nobody guest home tmp work http https log info debug name owner
          none null true false port secret verdict outcome reason role stalled bytes window
          operation command org com net www jar file path pool queue state open closed index
          core shard replica unknown id to from leader follower overseer collection collections
          config configs cluster update updates select query search export live shards cores
          metrics sun javax runnable waiting blocked the and for with that this
          """);

  /** Names of components and threads of Solr, Java and this project, which are not redacted. */
  private static final Pattern NUMBERED_NAME =
      Pattern.compile(
          "(?i)(?:node|shard|replica|core|slice|thread|pool|worker|reader|client|server|http|java"
              + "|jetty)-?[0-9]{1,3}");

  /** Folders that are not redacted because they exist on every machine. */
  private static final Set<String> PUBLIC_FOLDERS = Set.of("/", "/tmp", "/var/tmp");

  /** Collects the names and folders of this machine that must be redacted. */
  static Secrets ofThisMachine() {
    Set<String> hosts = new LinkedHashSet<>();
    try {
      hosts.add(InetAddress.getLocalHost().getHostName());
    } catch (IOException e) {
      // Other sources follow.
    }
    hosts.add(System.getenv().getOrDefault("HOSTNAME", ""));
    hosts.add(System.getenv().getOrDefault("COMPUTERNAME", ""));
    hosts.add(readEtcHostname());
    hosts.addAll(hosts.stream().map(host -> host.replaceAll("\\..*", "")).toList());
    hosts.removeIf(host -> host.isBlank() || host.matches("[0-9.:]*"));

    Set<String> users = new LinkedHashSet<>();
    users.add(System.getProperty("user.name", ""));
    for (String variable : List.of("USER", "LOGNAME", "USERNAME", "SUDO_USER")) {
      users.add(System.getenv().getOrDefault(variable, ""));
    }
    users.removeIf(String::isBlank);

    return new Secrets(
        hosts,
        users,
        mapFolders(
            System.getProperty("java.io.tmpdir", ""),
            Installation.moduleFolder().toString(),
            System.getProperty("user.dir", ""),
            System.getProperty("user.home", "")));
  }

  /**
   * Maps folders to placeholders. If two folders are equal, the later parameter determines the
   * placeholder.
   */
  static Map<String, String> mapFolders(
      String temporaryFolder, String moduleFolder, String workingFolder, String homeFolder) {
    Map<String, String> folders = new LinkedHashMap<>();
    addRealFolder(folders, temporaryFolder, "<tmp>");
    addRealFolder(folders, moduleFolder, "<module>");
    addRealFolder(folders, workingFolder, "<work>");
    addRealFolder(folders, homeFolder, "~");
    return folders;
  }

  /** Maps a folder's absolute path to the placeholder, and also its path without symbolic links. */
  private static void addRealFolder(Map<String, String> folders, String name, String placeholder) {
    if (name.isBlank() || name.equals("?")) {
      return;
    }
    try {
      Path path = Path.of(name).toAbsolutePath().normalize();
      addFolder(folders, path.toString(), placeholder);
      addFolder(folders, path.toRealPath().toString(), placeholder);
    } catch (IOException | InvalidPathException e) {
      addFolder(folders, name, placeholder);
    }
  }

  private static void addFolder(Map<String, String> folders, String name, String placeholder) {
    if (!PUBLIC_FOLDERS.contains(name) && name.length() > 3) {
      folders.put(name, placeholder);
    }
  }

  private static String readEtcHostname() {
    try {
      return Files.readString(Path.of("/etc/hostname")).strip();
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  /** Returns whether a name is rare enough to be replaced wherever it is a separate word. */
  static boolean isDistinctive(String name) {
    return name.length() >= 3
        && !NUMBERED_NAME.matcher(name).matches()
        && !COMMON_WORDS.contains(name.toLowerCase(Locale.ROOT))
        && !Placeholders.isPlaceholder(name);
  }
}
