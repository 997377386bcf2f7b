/** Writes a run's folder, with its outcome, its environment and the evidence of a stall. */
package io.streambench.bench.runfolder;
