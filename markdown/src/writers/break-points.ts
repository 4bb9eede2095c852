/** Shorter words fit in a line of a phone, even in a title. */
const LONG_WORD = 16
const longWord = new RegExp(`\\S{${LONG_WORD},}`, 'g')
const afterMark = /(?<=[/.?&])(?=[^/.?&])/g
const longName = new RegExp(`[^\\s\\0]{${LONG_WORD},}`, 'g')
const insideName = /(?<=[_-])(?=[^_-])/g

/**
 * The pieces of a text between which a line can end: paths and addresses after their marks, and a name in them only if the name
 * itself is long.
 */
export const breakable = (text: string): string[] =>
  text.replace(longWord, (word) => word.replace(afterMark, '\0').replace(longName, (name) => name.replace(insideName, '\0'))).split('\0')
