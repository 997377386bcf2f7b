package io.streambench.heap;

/** A class of Jetty, Solr or the JDK that is not as any version that is known here. */
final class UnknownShape extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnknownShape(String className, String field) {
    super(className + " has no field " + field);
  }
}
