/**
 * Texts, settings as users type them, and the folder of this module. Every layer above needs it,
 * and it needs none.
 */
package io.streambench.base;
