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

/** No compiler finds a class, package or resource of ours that is named by text and was moved. */
class NamedClassesTest {
  /** With dots, of a class the outermost; or with slashes, without the end of a file's name. */
  private static final Pattern NAME =
      Pattern.compile(
          "\\bio(?:\\.streambench((?:\\.[a-z]\\w*)*+(?:\\.[A-Z]\\w*)?)|/streambench((?:/[\\w-]+)*))");

  /** Where results are not: they name what there was when they were measured. */
  private static final List<String> TEXTS =
      List.of(
          "\\.ci/.*",
          "[^/]*\\.(md|xml|sh)|streambench",
          "docs/(?!results/).*",
          "dev/(?!fuzz/(corpus|findings)/).*",
          "src/(?!test/resources/).*");

  /** A class in the dumps of earlier versions, and one that a reader of CONTRIBUTING.md writes. */
  private static final Set<String> OTHERS = Set.of("recording/AccountingFlowControl", "bench/Mine");

  private static List<Path> files(Path root, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(root, depth)) {
      return files.filter(Files::isRegularFile).map(Path::normalize).toList();
    }
  }

  /** The sources and resources without what follows their first dot, and their folders. */
  private static Set<String> known(List<Path> files) {
    Set<String> known = new TreeSet<>(OTHERS);
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
  void everyNameOfOursInATextExists() throws IOException {
    List<Path> files = new ArrayList<>(files(Path.of(""), 1));
    for (String root : List.of(".ci", "docs", "dev", "src")) {
      files.addAll(files(Path.of(root), Integer.MAX_VALUE));
    }
    Set<String> known = known(files);
    Set<String> unknown = new TreeSet<>();
    int names = 0;
    for (Path file : files) {
      if (TEXTS.stream().anyMatch(file.toString()::matches)) {
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
