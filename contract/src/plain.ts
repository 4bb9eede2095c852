/** Text as both databases keep it: no NUL, no half of a character. */
export const plain = (text: string) => (text.includes('\0') ? text.split('\0').join('\uFFFD') : text).toWellFormed()
