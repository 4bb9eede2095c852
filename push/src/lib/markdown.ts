/** A Markdown table. Cells contain Markdown. */
export const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Joins parts of a page with empty lines; empty parts are left out. */
export const parts = (...texts: (string | undefined | false)[]): string => `${texts.filter(Boolean).join('\n\n')}\n`

/*
 * Escaping for names, types and comments of a program or a database. They appear on the page exactly as in the source: nothing is
 * interpreted as Markdown or HTML, and nothing escapes from its table cell.
 */
const special = /[`*[\]\\<>|$]|~(?=~)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g
const namedEntities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const entity = (character: string) => namedEntities[character] ?? `&#${character.charCodeAt(0)};`

export const escapeLine = (text: string): string => text.replace(/\s+/g, ' ').replace(special, entity).trim()

/** A table cell; line breaks become <br>. */
export const escapeCell = (text: string): string =>
  text
    .split(/\r\n?|\n|\u2028|\u2029/)
    .map(escapeLine)
    .join('<br>')
    .replace(/^(?:<br>)+|(?:<br>)+$/g, '')

/** A paragraph that cannot start a list or a heading. */
export const escapeParagraph = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) =>
      escapeLine(line).replace(/^[^\p{L}\p{N}&]|^(\d+)(?=[.)]\s)/u, (start) =>
        [...start].map((character) => `&#${character.codePointAt(0)};`).join(''),
      ),
    )
    .join('\n')
    .trim()

/** A code block whose fence is longer than any fence in the text. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replace(/\s+$/, '')}\n${fence}`
}
