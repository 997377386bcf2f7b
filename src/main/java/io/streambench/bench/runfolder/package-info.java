/** The folder of a run: its outcome, its environment and the evidence of a stall. */
package io.streambench.bench.runfolder;
