/** What does it cost to hand one thing to many receivers, or to read many shards? */
package io.streambench.study.fanout;
