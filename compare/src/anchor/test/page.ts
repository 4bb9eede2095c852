import type { Place, ReadText } from '../types.ts'

/** A page from lines, one block each: headings with `#`, rows with `|`, code with three backticks. */
export function page(...lines: string[]): ReadText {
  const above: { level: number; text: string }[] = []
  let start = 0
  const blocks = lines.map((line) => {
    const [, mark = '', text = ''] = /^(#+ |\| |```)?([\s\S]*)$/.exec(line)!
    const level = mark.startsWith('#') ? mark.length - 1 : 0
    if (level > 0) while (above.length > 0 && above.at(-1)!.level >= level) above.pop()
    const kind = level > 0 ? 'heading' : mark === '| ' ? 'row' : mark === '```' ? 'code' : 'paragraph'
    const block = { kind, headings: above.map((heading) => heading.text), text, start }
    if (level > 0) above.push({ level, text })
    start += text.length + 1
    return block
  })
  return { text: blocks.map(({ text }) => text).join('\n'), blocks }
}

/** From and to of the first occurrence of a text. */
export function placeOf({ text }: ReadText, quote: string): [from: number, to: number] {
  const from = text.indexOf(quote)
  return [from, from + quote.length]
}

export const textAt = ({ text }: ReadText, { at, length }: Place) => text.slice(at, at + length)
