package io.streambench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks names of classes, packages and resources in text, which no compiler checks. */
class NamedClassesTest {
  /** A name with dots, up to the outermost class; or with slashes, without the file extension. */
  private static final Pattern NAME =
      Pattern.compile(
          "\\bio(?:\\.streambench((?:\\.[a-z]\\w*)*+(?:\\.[A-Z]\\w*)?)|/streambench((?:/[\\w-]+)*))");

  /** Patterns of the files to check. Results are excluded: they contain the names of their time. */
  private static final List<String> CHECKED_FILES =
      List.of(
          "\\.ci/.*",
          "[^/]*\\.(md|xml|sh)|streambench",
          "docs/(?!results/).*",
          "dev/(?!fuzz/(corpus|findings)/).*",
          "src/(?!test/resources/).*");

  /**
   * Names without a source: a class in dumps of earlier versions, and the example of
   * CONTRIBUTING.md.
   */
  private static final Set<String> ALLOWED_NAMES =
      Set.of("recording/AccountingFlowControl", "bench/Mine");

  private static List<Path> listFiles(Path root, int maxDepth) throws IOException {
    try (Stream<Path> files = Files.walk(root, maxDepth)) {
      return files.filter(Files::isRegularFile).map(Path::normalize).toList();
    }
  }

  /** Returns the paths of sources and resources up to the first dot, and their folders. */
  private static Set<String> existingNames(List<Path> files) {
    Set<String> known = new TreeSet<>(ALLOWED_NAMES);
    for (Path file : files) {
      String name = file.toString().replaceFirst(".*?/io/streambench/|\\.[^/]*$", "");
      Path path = Path.of(name.replaceFirst("\\.[^/]*$", ""));
      for (; path != null; path = path.getParent()) {
        known.add(path.toString());
      }
    }
    return known;
  }

  @Test
  void namesInTextExist() throws IOException {
    List<Path> files = new ArrayList<>(listFiles(Path.of(""), 1));
    for (String root : List.of(".ci", "docs", "dev", "src")) {
      files.addAll(listFiles(Path.of(root), Integer.MAX_VALUE));
    }
    Set<String> known = existingNames(files);
    Set<String> unknown = new TreeSet<>();
    int names = 0;
    for (Path file : files) {
      if (CHECKED_FILES.stream().anyMatch(file.toString()::matches)) {
        for (var found : NAME.matcher(Files.readString(file, ISO_8859_1)).results().toList()) {
          String name = found.group(1) == null ? found.group(2) : found.group(1);
          names++;
          if (!name.isEmpty() && !known.contains(name.substring(1).replace('.', '/'))) {
            unknown.add(file + ": " + found.group());
          }
        }
      }
    }
    assertThat(names).isGreaterThan(1_000);
    assertThat(unknown).isEmpty();
  }
}
