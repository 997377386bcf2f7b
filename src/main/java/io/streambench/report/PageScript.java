package io.streambench.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/**
 * The scripts that a page carries: its own, and the chart library, with the hashes that let them
 * run.
 */
final class PageScript {
  private PageScript() {}

  /**
   * Gives the template of a page what it needs to carry them.
   *
   * @param page the template's values
   * @param name of the page's own script, which follows {@code page.js}
   */
  static void put(Map<String, Object> page, String name) {
    ChartLibrary library = ChartLibrary.load();
    String script = Resource.text("page.js") + Resource.text(name);
    page.put("script", script);
    page.put("scriptHash", hash(script));
    page.put("libraryHash", hash(library.source()));
    page.put("library", library.packed());
    page.put("libraryNotice", library.notice());
    page.put("libraryVersion", library.version());
    page.put("libraryLicence", library.licence());
  }

  /** The page lets its own scripts run and no others. */
  static String hash(String script) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
