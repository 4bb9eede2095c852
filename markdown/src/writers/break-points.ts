/** Shorter words fit in a line of a phone, even in a title. */
const LONG_WORD = 16
/** A long word of an alphabet. Chinese has no spaces, and a line can end after each of its characters. */
const longWord = new RegExp(
  `([^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef“”‘’…—]{${LONG_WORD},})`,
  'u',
)
/** Not inside a number. */
const afterMark = /(?<=[/.?&])(?=[^/.?&])(?<!\d\.(?=\d))/
const insideName = /(?<=[_-])(?=[^_-])/

const piecesOf = (word: string) => word.split(afterMark).flatMap((name) => (name.length < LONG_WORD ? [name] : name.split(insideName)))

/**
 * The pieces of a text between which a line can end: paths and addresses after their marks, and a name in them only if the name
 * itself is long.
 */
export function breakable(text: string): string[] {
  const pieces: string[] = []
  let last = ''
  for (const [at, part] of text.split(longWord).entries())
    for (const [nth, piece] of (at % 2 === 1 ? piecesOf(part) : [part]).entries()) {
      if (nth > 0) {
        pieces.push(last)
        last = ''
      }
      last += piece
    }
  return [...pieces, last]
}
