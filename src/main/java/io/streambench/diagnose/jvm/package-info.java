/** Running JVMs: jcmd, the agent that is loaded into one, and what it reports. */
package io.streambench.diagnose.jvm;
