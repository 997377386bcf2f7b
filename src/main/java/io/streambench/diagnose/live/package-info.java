/** Finds the HTTP/2 client sessions of Jetty in this JVM and reads them by reflection. */
package io.streambench.diagnose.live;
