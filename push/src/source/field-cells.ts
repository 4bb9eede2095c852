import { fenceLines, tame } from './markdown-text.ts'

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

/** A value in one line of code that may stand in a cell. */
function code(value: string): string {
  const text = /^\s|\s$|[\r\n\t\f\v\0]|^$/.test(value) ? JSON.stringify(value) : value
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const ticks = '`'.repeat(length)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`.replaceAll('|', '\\|')
}

/** A name of letters, digits and the signs of a path means nothing in Markdown; any other is code. */
export function nameCell(path: string): string {
  if (/^[\p{L}\d](?:[\p{L}\d_.[\]-]*[\p{L}\d\]])?$/u.test(path)) return path
  const name = oneLine(path) || path
  // Sheaf reads dashes and dots in front of a name as the depth of a field.
  return code(/^[-–—─└├│┗┣|>.·]/.test(name) ? JSON.stringify(name) : name)
}

export const typeCell = (type: string): string =>
  oneLine(type)
    .replace(/(?<!\\)\|/g, '\\|')
    .replaceAll('<', '&lt;')

/** A description of one line. (Those of fields never have several.) */
export function textCell(text: string): string {
  const cells = fenceLines(text.trim()).flatMap(([line, kind]) => {
    const words = line.trim()
    if (kind === 'mark' || words === '') return []
    return kind === 'code'
      ? [code(words)]
      : [tame(words.replace(/\\$/, '').replace(/^#{1,6}\s+(.*?)\s*#*$/, '**$1**')).replace(/\\?\|/g, '\\|')]
  })
  return cells.join('<br>')
}
