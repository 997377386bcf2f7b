/** Finds Jetty's HTTP/2 sessions in this JVM and reads them by reflection. */
package io.streambench.diagnose.live;
