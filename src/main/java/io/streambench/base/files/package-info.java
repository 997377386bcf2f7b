/** Files that are either complete or absent, lock files, and folders that are removed after use. */
package io.streambench.base.files;
