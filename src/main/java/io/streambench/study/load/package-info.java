/** How many requests at a time does a client bear, over HTTP/1.1 and HTTP/2? */
package io.streambench.study.load;
