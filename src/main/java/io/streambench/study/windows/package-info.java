/** Which windows stall, and does the safe-window rule say so beforehand? */
package io.streambench.study.windows;
