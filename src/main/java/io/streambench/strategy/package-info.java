/**
 * The stall repair: a flow-control strategy for HTTP/2 clients, and the factory that installs it in
 * Solr's clients. This package forms a separate jar and uses no other package of this project.
 */
package io.streambench.strategy;
