package io.streambench.report.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Properties;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Chart.js as it lies on the class path, made ready to be carried by a page.
 *
 * @param version of Chart.js
 * @param source the script
 * @param licence text of its licence
 */
public record ChartLibrary(String version, String source, String licence) {
  private static final String PROPERTIES =
      "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final int LINE = 160;

  /** Reads it from its webjar. */
  public static ChartLibrary load() {
    Properties properties = new Properties();
    try (InputStream in = Resource.open(PROPERTIES)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = properties.getProperty("version");
    String folder = "/META-INF/resources/webjars/chart.js/" + version + "/";
    String source = Resource.text(folder + "dist/chart.umd.js");
    return new ChartLibrary(
        version, withoutSourceMap(source), Resource.text(folder + "LICENSE.md").strip());
  }

  /** A browser whose tools are open would look for a file that is not there. */
  private static String withoutSourceMap(String source) {
    return source.replaceAll("(?m)^//# sourceMappingURL=.*$", "").stripTrailing() + "\n";
  }

  /** The comment at the head of the script, which says whose it is. */
  String notice() {
    return source.substring(0, source.indexOf("*/") + 2);
  }

  /** The script, compressed with gzip, in lines of Base64. */
  String packed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new SmallestGzip(bytes)) {
      gzip.write(source.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes.toByteArray());
  }

  private static final class SmallestGzip extends GZIPOutputStream {
    SmallestGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }
}
