/** Thread dumps in every form that people have: which threads read streams, which send answers. */
package io.streambench.threads;
