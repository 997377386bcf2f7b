package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.streambench.base.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The picture in docs/architecture.md is drawn from the code: which room imports which, without the
 * arrows that follow from others. {@code -Dhouse.write=true} draws it anew.
 */
class HousePictureTest {
  private static final Path PAGE = Path.of("docs/architecture.md");
  private static final String BEGIN = "```mermaid\n";
  private static final String END = "```\n";
  private static final String ROOT = "io.streambench.";

  private static Map<String, Set<String>> imports() {
    Map<String, Set<String>> imports = new TreeMap<>();
    for (JavaClass type :
        new ClassFileImporter().importPath(Installation.moduleFolder().resolve("target/classes"))) {
      Set<String> of = imports.computeIfAbsent(room(type), room -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .map(JavaClass::getBaseComponentType)
          .filter(target -> target.getName().startsWith(ROOT))
          .map(HousePictureTest::room)
          .filter(room -> !room.equals(room(type)))
          .forEach(of::add);
    }
    return imports;
  }

  private static String room(JavaClass type) {
    String room = type.getPackageName().substring(ROOT.length()).replaceAll("\\..*", "");
    return room.equals("strategy") ? "client" : room;
  }

  /** Returns whether there is a way of two arrows or more. */
  private static boolean follows(Map<String, Set<String>> imports, String from, String to) {
    return imports.get(from).stream()
        .filter(next -> !next.equals(to))
        .anyMatch(next -> imports.get(next).contains(to) || follows(imports, next, to));
  }

  private static String picture() {
    Map<String, Set<String>> imports = imports();
    StringBuilder picture = new StringBuilder(BEGIN).append("flowchart TD\n");
    imports.forEach(
        (from, targets) ->
            targets.stream()
                .filter(to -> !follows(imports, from, to))
                .forEach(to -> picture.append("  %s-->%s\n".formatted(from, to))));
    return picture.append(END).toString();
  }

  @Test
  void thePictureOfTheHouseIsThatOfTheCode() throws Exception {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END, from + BEGIN.length()) + END.length();
    if (Boolean.getBoolean("house.write")) {
      Files.writeString(PAGE, page.substring(0, from) + picture() + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to))
        .as("draw it with ./mvnw test -Dtest=HousePictureTest -Dhouse.write=true")
        .isEqualTo(picture());
  }
}
