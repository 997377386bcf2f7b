/** The study of which windows stall, and whether the safe-window rule says so beforehand. */
package io.streambench.study.windows;
