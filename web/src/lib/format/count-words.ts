const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu

/** Words of a text; every Chinese character is one. */
export function countWords(text: string) {
  let han = 0
  const rest = text.replace(HAN, () => {
    han++
    return ' '
  })
  return han + (rest.match(WORD)?.length ?? 0)
}
