/** A grid of runs on one cluster: plan, interleave, collect, conclude. */
package io.streambench.study;
