import { fencedLines, tame } from './api-text.ts'

/** A value exactly as it is, in one line of code; `\|` because it may stand in a cell. */
export function code(value: string): string {
  const text = /^\s|\s$|[\r\n\t\f\v\0]|^$/.test(value) ? JSON.stringify(value) : value
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  let marks = '`'
  while (runs.includes(marks.length)) marks += '`'
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${marks}${pad}${text}${pad}${marks}`.replaceAll('|', '\\|')
}

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

/** Letters, digits and the signs of a path of names mean nothing in Markdown; every other name is code. */
export function nameCell(path: string): string {
  if (/^[\p{L}\d](?:[\p{L}\d_.[\]-]*[\p{L}\d\]])?$/u.test(path)) return path
  const name = oneLine(path) || path
  // A table of fields reads dashes and dots in front of a name as its depth.
  return code(/^[-–—─└├│┗┣|>.·]/.test(name) ? JSON.stringify(name) : name)
}

/** A type as it is. Links to pages may be in it, already written. */
export const typeCell = (type: string): string =>
  oneLine(type)
    .replace(/(?<!\\)\|/g, '\\|')
    .replaceAll('<', '&lt;')

const beginsBlock = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\|)/

/** A description in the one line that a cell has: paragraphs and list items on lines of their own, code blocks as lines of code. */
export function textCell(markdown: string): string {
  const lines: string[] = []
  let joins = false
  for (const [line, kind] of fencedLines(markdown.trim())) {
    const text = line.trim()
    if (kind === 'code' && text) lines.push(code(text))
    else if (kind === 'text' && text) {
      if (joins && !beginsBlock.test(line)) lines[lines.length - 1] += ` ${text}`
      else lines.push(text)
    }
    joins = kind === 'text' && text !== '' && !/(?: {2}|\\)$|<br\s*\/?>\s*$/i.test(line) && !/^\s*(?:#{1,6}\s|\|)/.test(line)
  }
  return lines.map((line) => pipes(tame(line.replace(/\\$/, '').replace(/^#{1,6}\s+(.*?)\s*#*$/, '**$1**')))).join('<br>')
}

/** A bar would end the cell; one that is escaped already would not. */
const pipes = (line: string) => line.replace(/\\?\|/g, '\\|')
