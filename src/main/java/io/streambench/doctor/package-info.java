/**
 * The conditions that would keep a run from being repeatable: facts about the machine, and rules on
 * them.
 *
 * <p>{@link io.streambench.doctor.MachineFacts} is where reading ends and judging begins.
 */
package io.streambench.doctor;
