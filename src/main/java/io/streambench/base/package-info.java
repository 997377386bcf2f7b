/**
 * Common basics: text formats, settings as users type them, and this module's folder. All other
 * packages may use these; these use no other.
 */
package io.streambench.base;
