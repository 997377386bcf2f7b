/**
 * The strategies with which an HTTP/2 client gives credit, and the factory that sets one on Solr's
 * clients. This package is the repair's jar; it needs no other package of this project.
 */
package io.streambench.strategy;
