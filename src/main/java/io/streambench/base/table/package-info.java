/** Tables of results, and the formats of the amounts, times and rounded numbers in them. */
package io.streambench.base.table;
