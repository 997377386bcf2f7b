/**
 * The floor: texts, settings as users type them, and the folder of this module. Every room needs
 * it, and it needs none.
 */
package io.streambench.base;
