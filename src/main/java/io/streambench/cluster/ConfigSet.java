package io.streambench.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The configuration of a collection of ours. */
final class ConfigSet {
  private ConfigSet() {}

  /** Its files, by name. */
  static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name : List.of("schema.xml", "solrconfig.xml")) {
      try (InputStream in = ConfigSet.class.getResourceAsStream("configset/" + name)) {
        files.put(name, in.readAllBytes());
      }
    }
    return files;
  }

  /** Its files in a zip, as Solr's upload takes them. */
  static byte[] zip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files().entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
