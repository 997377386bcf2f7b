package io.streambench.rendezvous;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files that a client leaves for the leader. ZooKeeper holds everything in memory and takes at most
 * 1 MB at a time, so they go in parts, and only as long as they are small together.
 */
final class Upload {
  /** The most that all files of one client may have together. */
  private static final long MOST_BYTES = 8L << 20;

  private static final int PART_BYTES = 512 << 10;
  private static final String RESULTS = "results";
  private static final String INDEX = "index";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Upload() {}

  /** Leaves files, the first ones first; returns the files for which there was no room. */
  static Map<String, Path> send(RunNodes nodes, String client, Map<String, Path> files)
      throws Exception {
    Map<String, Integer> index = new LinkedHashMap<>();
    Map<String, Path> refused = new LinkedHashMap<>();
    long taken = 0;
    for (Map.Entry<String, Path> file : files.entrySet()) {
      long size = Files.size(file.getValue());
      if (taken + size > MOST_BYTES) {
        refused.put(file.getKey(), file.getValue());
        continue;
      }
      taken += size;
      byte[] bytes = Files.readAllBytes(file.getValue());
      int parts = 0;
      for (int from = 0; from < bytes.length; from += PART_BYTES) {
        byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART_BYTES));
        nodes.put(part, RESULTS, client, index.size() + "-" + parts++);
      }
      index.put(file.getKey(), parts);
    }
    nodes.put(JSON.writeValueAsBytes(index), RESULTS, client, INDEX); // completes the upload
    return refused;
  }

  static boolean isComplete(RunNodes nodes, String client) throws Exception {
    return nodes.exists(RESULTS, client, INDEX);
  }

  /** Writes the files of a client into a folder. */
  static void fetch(RunNodes nodes, String client, Path to) throws Exception {
    Path folder = to.toAbsolutePath().normalize();
    Map<String, Integer> index =
        JSON.readValue(nodes.data(RESULTS, client, INDEX).orElseThrow(), new TypeReference<>() {});
    int number = 0;
    for (Map.Entry<String, Integer> file : index.entrySet()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int part = 0; part < file.getValue(); part++) {
        bytes.write(nodes.data(RESULTS, client, number + "-" + part).orElseThrow());
      }
      Path place = folder.resolve(file.getKey()).normalize();
      if (!place.startsWith(folder)) {
        throw new IOException("client " + client + " left a file outside: " + file.getKey());
      }
      Files.createDirectories(place.getParent());
      Files.write(place, bytes.toByteArray());
      number++;
    }
  }
}
