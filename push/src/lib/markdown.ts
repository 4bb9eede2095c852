/** A Markdown table; cells are Markdown already. */
export const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Parts of a page with an empty line between them; empty parts leave no gap. */
export const parts = (...texts: (string | undefined | false)[]): string => `${texts.filter(Boolean).join('\n\n')}\n`

/*
 * Names, types and comments of a program or a database read on the page exactly as they are there: nothing in them is taken
 * for Markdown or HTML, and nothing leaves the cell of its table.
 */
const marks = /[`*[\]\\<>|$]|~(?=~)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g
const named: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const entity = (mark: string) => named[mark] ?? `&#${mark.charCodeAt(0)};`

export const escapeLine = (text: string): string => text.replace(/\s+/g, ' ').replace(marks, entity).trim()

/** One cell of a table; its lines become breaks. */
export const escapeCell = (text: string): string =>
  text
    .split(/\r\n?|\n|\u2028|\u2029/)
    .map(escapeLine)
    .join('<br>')
    .replace(/^(?:<br>)+|(?:<br>)+$/g, '')

/** A paragraph of its own, which begins neither a list nor a heading. */
export const escapeParagraph = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) =>
      escapeLine(line).replace(/^[^\p{L}\p{N}&]|^(\d+)(?=[.)]\s)/u, (sign) => [...sign].map((one) => `&#${one.codePointAt(0)};`).join('')),
    )
    .join('\n')
    .trim()

/** Text between fences longer than any in it. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replace(/\s+$/, '')}\n${fence}`
}
