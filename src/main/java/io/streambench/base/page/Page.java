package io.streambench.base.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import io.streambench.base.files.Json;
import java.awt.Color;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Renders a document as a self-contained HTML page that is readable without scripts. The page
 * includes the chart library if a part needs it.
 */
public final class Page {
  private static final String LIBRARY_PROPERTIES =
      "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final Pattern CODE_SPAN = Pattern.compile("`([^`]*)`");

  private Page() {}

  static String render(Document document) {
    List<String> scripts =
        document.sections().stream()
            .flatMap(section -> section.parts().stream())
            .map(Part::script)
            .flatMap(Optional::stream)
            .distinct()
            .toList();
    String pageScript =
        readResource("page.js")
            + scripts.stream().map(Page::readResource).collect(Collectors.joining());
    Map<String, Object> page = new HashMap<>();
    page.put("document", document);
    page.put("colour", document.tone().name().toLowerCase(Locale.ROOT));
    page.put("style", readResource("page.css"));
    page.put("script", pageScript);
    page.put("scriptHash", scriptHash(pageScript));
    page.put("charts", scripts.isEmpty() ? null : chartLibrary());
    return renderTemplate("page", page);
  }

  /** Renders a Mustache template of this package, with HTML escaping. */
  public static String renderTemplate(String template, Object values) {
    return Mustache.compiler()
        .escapeHTML(true)
        .nullValue("")
        .emptyStringIsFalse(true)
        .compile(readResource(template + ".mustache"))
        .execute(values);
  }

  /** Returns the colour that the style sheet defines under this name. */
  public static Color colour(String name) {
    Matcher found = Pattern.compile("--" + name + ": (#\\w{6})").matcher(readResource("page.css"));
    if (!found.find()) {
      throw new IllegalArgumentException("page.css has no colour " + name);
    }
    return Color.decode(found.group(1));
  }

  public static String escapeHtml(String text) {
    return Escapers.HTML.escape(text);
  }

  /** Escapes text for HTML, and marks its parts in backticks as code. */
  static String escapeWithCode(String text) {
    return CODE_SPAN.matcher(escapeHtml(text).replace("&#x60;", "`")).replaceAll("<code>$1</code>");
  }

  /** Returns {@code report} as JSON with one property per line, followed by a line break. */
  public static String indentedJson(Object report) {
    return toJson(Json.INDENTED_WRITER, report) + "\n";
  }

  /** Returns JSON that is safe inside a script element. Equal values give identical text. */
  public static String scriptJson(Object value) {
    return toJson(Json.SORTED_WRITER, value)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String toJson(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the version, licence, hash and source of Chart.js, from its webjar. */
  private static Map<String, String> chartLibrary() {
    String version = readProperties(LIBRARY_PROPERTIES).getProperty("version");
    String folder = "/META-INF/resources/webjars/chart.js/" + version + "/";
    // Browsers with open developer tools would request the missing source map.
    String source =
        readResource(folder + "dist/chart.umd.js")
                .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
                .stripTrailing()
            + "\n";
    return Map.of(
        "version", version,
        "licence", readResource(folder + "LICENSE.md").strip(),
        "notice", source.substring(0, source.indexOf("*/") + 2),
        "hash", scriptHash(source),
        "library", source);
  }

  /** Returns the SHA-256 hash with which the page's content security policy allows a script. */
  private static String scriptHash(String script) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads a properties file from the class path, by its absolute name. */
  public static Properties readProperties(String name) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(readResource(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  /** Reads a text file from the class path; throws if the file is missing. */
  public static String readResource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("not on the class path: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
