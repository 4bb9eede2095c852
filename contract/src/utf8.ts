/** Good characters of three or more bytes for each broken one. A text of GB 18030 has few that are such characters by chance. */
const GOOD_PER_BROKEN = 10

/** Whether a text that was decoded as UTF-8, with U+FFFD for each broken character, is UTF-8 with a few broken characters. */
export function isMostlyUtf8(text: string): boolean {
  let [good, broken] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken++
    else if (code >= 0x800) good++
  }
  return good > GOOD_PER_BROKEN * broken
}
