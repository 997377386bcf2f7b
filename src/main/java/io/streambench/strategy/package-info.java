/**
 * The strategies by which an HTTP/2 client gives credit back, and the factory that puts one on
 * Solr's clients. This package is the jar of the repair; it needs nothing else of this project.
 */
package io.streambench.strategy;
