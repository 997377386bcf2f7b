/** Files that are either complete or absent. */
package io.streambench.base.files;
