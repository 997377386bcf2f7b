/**
 * Studies: a question and its cells ({@link io.streambench.compare.study.Study}) become a plan of
 * forks, results, and a report.
 */
package io.streambench.compare.study;
