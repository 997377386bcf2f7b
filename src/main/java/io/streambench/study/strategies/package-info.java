/** Which flow-control strategy has no stall, how fast is it, and what memory does it take? */
package io.streambench.study.strategies;
