/**
 * Plans, runs and reports studies, each a question with the cells that answer it ({@link
 * io.streambench.compare.study.Study}).
 */
package io.streambench.compare.study;
