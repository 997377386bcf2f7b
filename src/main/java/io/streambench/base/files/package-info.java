/** Atomic file writes, lock files, JSON files, and temporary folders. */
package io.streambench.base.files;
