package io.streambench.flow.threads;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Converts Solr's XML and the format of JBoss's command line (DMR) to JSON. */
public final class DumpConverter {
  private static final Pattern XML_TAG =
      Pattern.compile("<(/?)(\\w+)(?: name=\"(.*?)\")?/?>([^<]*)");

  private static final Pattern DMR_FIELD = Pattern.compile("(?m)^[ \\t]*+\"[\\w-]+\" => ");

  private static final Pattern DMR_PROMPT = Pattern.compile("(?m)^\\[\\w+@.*$");

  /** Matches a string, or a token that DMR writes differently from JSON. */
  private static final Pattern DMR_TOKEN =
      Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|=>|(?<=\\d)L\\b|\\bundefined\\b");

  private DumpConverter() {}

  /** Returns whether a dump that starts with {@code head} is JSON and needs no conversion. */
  public static boolean isJson(String head) {
    return !head.startsWith("<") && !DMR_FIELD.matcher(head).find();
  }

  public static InputStream toJson(InputStream in) throws IOException {
    String text = new String(in.readAllBytes(), UTF_8);
    String json = text.startsWith("<") ? xmlToJson(text) : dmrToJson(text);
    return new ByteArrayInputStream(json.getBytes(UTF_8));
  }

  /**
   * Converts Solr's XML to JSON. A {@code lst} becomes an object, and an {@code arr} becomes an
   * array.
   */
  private static String xmlToJson(String text) {
    return XML_TAG
        .matcher(text)
        .results()
        .map(DumpConverter::tagToJson)
        .collect(Collectors.joining());
  }

  private static String tagToJson(MatchResult tag) {
    String type = tag.group(2);
    String list = type.equals("arr") ? "[]" : type.matches("lst|response") ? "{}" : "";
    if (!tag.group(1).isEmpty()) {
      return list.isEmpty() ? "" : list.substring(1) + (type.equals("response") ? "" : ",");
    }
    String name = tag.group(3) == null ? "" : quote(tag.group(3)) + ":";
    return name + (list.isEmpty() ? quote(tag.group(4).strip()) + "," : list.substring(0, 1));
  }

  private static String quote(String text) {
    String plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    return TextNode.valueOf(plain.replace("&amp;", "&")).toString();
  }

  private static String dmrToJson(String text) {
    return DMR_TOKEN
        .matcher(DMR_PROMPT.matcher(text).replaceAll(""))
        .replaceAll(token -> Matcher.quoteReplacement(tokenToJson(token.group())));
  }

  private static String tokenToJson(String token) {
    return switch (token) {
      case "=>" -> ":";
      case "L" -> "";
      case "undefined" -> "null";
      default -> token;
    };
  }
}
