/**
 * Replaces postcss in the browser. sanitize-html imports it for `parseStyleAttributes` only, which markdown/src/sanitise turns off
 * (styles.test.ts there).
 */
export function parse(): never {
  throw new Error('postcss is not part of the browser build')
}
