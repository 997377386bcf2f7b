/** What the safe-window rule predicts, in words and as JSON. */
package io.streambench.report.prediction;
