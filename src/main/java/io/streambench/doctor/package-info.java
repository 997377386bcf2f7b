/**
 * Checks for conditions that make runs unrepeatable.
 *
 * <p>{@link io.streambench.doctor.Machine} reads the values, {@link io.streambench.doctor.Checkup}
 * evaluates them.
 */
package io.streambench.doctor;
