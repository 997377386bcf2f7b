package io.streambench.report.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The scripts that a page carries: its own, and the chart library, with the hashes that let them
 * run.
 */
public final class PageScript {
  private PageScript() {}

  /**
   * Gives the template of a page what it needs to carry them.
   *
   * @param page the template's values
   * @param names of the page's own scripts, which follow {@code page.js}
   */
  public static void put(Map<String, Object> page, String... names) {
    ChartLibrary library = ChartLibrary.load();
    String script =
        Resource.text("page.js")
            + Arrays.stream(names).map(Resource::text).collect(Collectors.joining());
    page.put("script", script);
    page.put("scriptHash", hash(script));
    page.put("libraryHash", hash(library.source()));
    page.put("library", library.packed());
    page.put("libraryNotice", library.notice());
    page.put("libraryVersion", library.version());
    page.put("libraryLicence", library.licence());
  }

  /** The page lets its own scripts run and no others. */
  public static String hash(String script) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
