/** Characters that a reader does not see, or that change the direction of the text around them. */
const HIDDEN = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu

/** A note or an answer as it is stored: plain text in lines. */
export const plainText = (given: string) =>
  given
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(HIDDEN, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
