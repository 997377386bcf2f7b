/**
 * Basic classes for all other packages: text formats, setting values, and the project's folder.
 * Depends on no other package of this project.
 */
package io.streambench.base;
