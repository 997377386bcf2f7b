/**
 * The conditions that would keep a run from being repeatable.
 *
 * <p>{@link io.streambench.doctor.Machine} reads, {@link io.streambench.doctor.Checkup} judges.
 */
package io.streambench.doctor;
