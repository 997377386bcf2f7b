/** Checks for conditions that make runs unrepeatable. */
package io.streambench.bench.doctor;
