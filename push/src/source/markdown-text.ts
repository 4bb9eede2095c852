/*
 * Descriptions in comments are Markdown. They are put into a page so that they read as meant and cannot swallow what follows:
 * fences end, words in angle brackets stay words, a dollar is no formula. Code stays as it is.
 */
const tag =
  /^<(?:\/?(?:p|div|span|br|hr|h[1-6]|a|img|b|strong|i|em|u|s|del|ins|sub|sup|mark|small|kbd|code|pre|blockquote|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|details|summary)(?:\s[^<>]*)?\/?>|[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)/i
const piece = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\\[\s\S]?|[<$]/g

export function escapeUnsafe(text: string): string {
  // Nothing but its end ends a <pre>.
  const lastPre = text.toLowerCase().lastIndexOf('</pre')
  const isTag = (at: number) => tag.test(text.slice(at, at + 2000)) && (at < lastPre || !/^<pre/i.test(text.slice(at, at + 4)))
  return text.replace(piece, (found: string, _ticks: string, at: number) => {
    if (found === '$') return '\\$'
    return found === '<' && !isTag(at) ? '&lt;' : found
  })
}

const mark = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/

/** Lines of a text and whether they stand in a fence; a fence that never ends is ended. */
export function fenceLines(text: string): [line: string, kind: 'text' | 'mark' | 'code'][] {
  const lines: [string, 'text' | 'mark' | 'code'][] = []
  let open = ''
  for (const line of text.split(/\r\n?|\n/)) {
    const [, run = '', rest = ''] = mark.exec(line) ?? []
    const ends = open !== '' && run.startsWith(open) && rest.trim() === ''
    if (open === '') lines.push([line, run ? 'mark' : 'text'])
    else lines.push([line, ends ? 'mark' : 'code'])
    if (ends) open = ''
    else if (open === '') open = run
  }
  if (open) lines.push([open, 'mark'])
  return lines
}

/** A description as blocks of the page. */
export function blockText(text: string): string {
  const parts: { isText: boolean; lines: string[] }[] = []
  for (const [line, kind] of fenceLines(text.trim())) {
    const isText = kind === 'text'
    const last = parts.at(-1)
    const plain = isText ? line.replace(/^(\s*):(?=::)/, '$1&#58;').replace(/^\s*\[tocm?\]\s*$/i, (toc) => toc.replace('[', '\\[')) : line
    if (last?.isText === isText) last.lines.push(plain)
    else parts.push({ isText, lines: [plain] })
  }
  return parts.map(({ isText, lines }) => (isText ? escapeUnsafe(lines.join('\n')) : lines.join('\n'))).join('\n')
}
