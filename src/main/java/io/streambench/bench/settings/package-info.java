/** The parameters and settings of a run, read once into records that validate themselves. */
package io.streambench.bench.settings;
