/**
 * Common basics: text formats, settings as users type them, and this module's folder. All layers
 * above use this one; it uses none of them.
 */
package io.streambench.base;
