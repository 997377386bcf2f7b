/** A diagnosis in words, as JSON, as a page and as a picture, with the ways out of its cause. */
package io.streambench.diagnose.report;
