/**
 * The repair: a flow-control strategy for HTTP/2 clients, and the factory that sets it on Solr's
 * clients. This package has a jar of its own, and needs no other package of this project.
 */
package io.streambench.strategy;
