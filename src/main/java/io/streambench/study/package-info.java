/**
 * The parts that all studies share. A question and its cells ({@link io.streambench.study.Study})
 * become a plan of forks, results, and a document. Each study is a package below this one, which
 * knows none of them.
 */
package io.streambench.study;
