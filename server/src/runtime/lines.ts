/** Characters that break or reverse a line where a reader does not see it. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

/**
 * A text of several lines for files that programs read, with `\n` between the lines and no space around it. Undefined if it contains
 * control or direction characters, which could begin a line of their own (S111).
 */
export function linesOf(given: string): string | undefined {
  const lines = given.replaceAll('\r\n', '\n').trim().split('\n')
  return lines.some((line) => HIDDEN.test(line.replaceAll('\t', ' '))) ? undefined : lines.join('\n')
}
