/** Studies of how many requests at a time a client bears, over HTTP/1.1 and HTTP/2. */
package io.streambench.study.load;
