/** The cost of handing one thing to many receivers, or of reading many shards. */
package io.streambench.study.fanout;
