/** Text as both databases keep it: no NUL, no half of a character. */
export const storableText = (text: string) => (text.includes('\0') ? text.split('\0').join('\uFFFD') : text).toWellFormed()
