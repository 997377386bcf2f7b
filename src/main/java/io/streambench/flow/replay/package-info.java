/** Follows all windows through the events of a log or a recording, and asks the rule. */
package io.streambench.flow.replay;
