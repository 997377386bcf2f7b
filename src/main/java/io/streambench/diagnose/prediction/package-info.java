/** The predictions of the safe-window rule, in words and as JSON. */
package io.streambench.diagnose.prediction;
