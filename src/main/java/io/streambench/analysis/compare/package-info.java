/**
 * Pure functions and records: from the scores of forks to a judgement of whether two sides differ,
 * and the simulation that shows how often such a judgement is right.
 *
 * <p>Depends on {@code config}, the JDK, and the libraries of Apache Commons for statistics and
 * random numbers: neither Solr, nor Jetty, nor JMH.
 */
package io.streambench.analysis.compare;
