/** Signs that would end the text of a link or begin markup. */
const inLink = (text: string) => text.replace(/[\\[\]<>`*_]/g, '\\$&')

/** A name, title or description as part of a line. */
export const inOneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()

export const linkLine = (name: string, address: string, about = '') =>
  `- [${inLink(inOneLine(name))}](${address})${about ? `: ${about}` : ''}`

/** A note of several lines, in which no line begins a heading, a list or a quotation that the reader could take for ours. */
export const noteLines = (note: string) => note.replace(/^[ \t]*(?=[#>=-])/gm, (space) => `${space}\\`)

const SENTENCE_MAX = 120
/** Blocks without a sentence: headings, tables, code, pictures, HTML, quotations of other markup, formulas. */
const NOT_TEXT = /^\s*(?:#{1,6}\s|\||```|~~~|!\[|<|:::|\$\$|---|===|\[\^?[^\]]+\]:|\[TOC\]|>|[{[])/i

/** The first sentence of the beginning of a page, without markup; "" if there is none. */
export function firstSentence(start: string): string {
  let isCode = false
  for (const line of start.split('\n', 60)) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode || line.trim() === '' || NOT_TEXT.test(line)) continue
    const text = inOneLine(
      line
        .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/<[^<>]*>/g, '')
        .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
        .replace(/(\*{1,3}|__|~~|`+)(.*?)\1/g, '$2'),
    )
    if (/\p{L}/u.test(text)) return shortened(text)
  }
  return ''
}

function shortened(text: string): string {
  const [sentence = ''] = /^.*?(?:[.!?](?=\s|$)|[。！？])/u.exec(text) ?? [text]
  const signs = [...sentence]
  return signs.length <= SENTENCE_MAX ? sentence : `${signs.slice(0, SENTENCE_MAX - 1).join('')}…`
}
