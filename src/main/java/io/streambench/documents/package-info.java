/**
 * Synthetic documents: what they hold, how they get into the index, and what a reader must find.
 *
 * <p>Knows SolrJ; depends on {@code config}.
 */
package io.streambench.documents;
