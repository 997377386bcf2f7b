/** Checks whether a machine is fit for benchmarks. */
package io.streambench.bench.doctor;
