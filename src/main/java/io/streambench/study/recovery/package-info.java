/** Recovery of replicas: is it slower over HTTP/2, from how many shards on, and why. */
package io.streambench.study.recovery;
