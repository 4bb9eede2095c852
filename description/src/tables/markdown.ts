import type { Language } from '@sheaf/contract/languages'
import { blocks, textCell } from '../call/markdown.ts'
import type { TableName } from './diagram.ts'
import { isTable, type OverviewTable } from './dictionary.ts'
import { type TableTexts, tableTexts } from './texts.ts'
import { isWordedTable, type Ours, type WordedDictionary, type WordedOverview, type WordedTable } from './words.ts'

/** Rows and characters of one table of a page. */
const ROWS_MAX = 2000
const CHARS_MAX = 300_000

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const SIGNS = /[`*[\]\\<>|$#~&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

/** Text of a database, which is shown as it is: nothing in it is Markdown or HTML. */
const literal = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SIGNS, (sign) => entities[sign] ?? `&#${sign.charCodeAt(0)};`)

/** Such a text of several lines in a cell of a table. */
const cell = (text: string): string =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .map(literal)
    .join('<br>')

/** As a paragraph that begins no list and no heading. */
const paragraph = (text: string): string =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) =>
      literal(line)
        .replace(/^[^\p{L}\p{N}&]/u, (sign) => `&#${sign.codePointAt(0)};`)
        .replace(/^(\d+)([.)])(?=\s)/, (_, number: string, sign: string) => `${number}&#${sign.charCodeAt(0)};`),
    )
    .join('  \n')

export const linkTo = ({ name, address }: TableName): string =>
  address === '' || address === '#' ? literal(name) : `[${literal(name)}](${address})`

/** The comment of the database and the words of people in a cell. */
const wordsCell = (comment: string, ours: Ours | undefined): string =>
  [ours?.replaces ? '' : cell(comment), ours ? textCell(ours.words) : ''].filter(Boolean).join('<br>')

const wordsBlock = (comment: string, ours: Ours | undefined): string =>
  [ours?.replaces ? '' : paragraph(comment), ours ? blocks(ours.words) : ''].filter(Boolean).join('\n\n')

/** A Markdown table; columns that are empty in every row are left out, apart from the first two. */
function grid(t: TableTexts, title: string, heads: string[], all: string[][]): string {
  if (all.length === 0) return ''
  let chars = 0
  const rows = all.slice(0, ROWS_MAX).filter((row) => {
    chars += row.join('').length
    return chars < CHARS_MAX
  })
  const used = heads.map((_, at) => at < 2 || rows.some((row) => row[at]))
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.filter((_, at) => used[at]).join(' | ')} |`)
  return [title && `## ${title}`, lines.join('\n'), all.length > rows.length && t.more(all.length - rows.length)]
    .filter(Boolean)
    .join('\n\n')
}

function fenced(text: string, info: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const mark = '`'.repeat(longest + 1)
  return `${mark}${info}\n${text.trimEnd()}\n${mark}`
}

const list = (names: string[]) => names.map(literal).join(', ')

type Column = WordedTable['columns'][number]

function keysOf(t: TableTexts, { key, to = [] }: Column): string {
  const own = { primary: t.primary, unique: t.unique, index: t.index, '': '' }[key]
  return [own, ...to.map(({ table, column }) => `→ ${linkTo(table)}${column ? ` (${literal(column)})` : ''}`)].filter(Boolean).join(', ')
}

function presetOf(t: TableTexts, { default: preset, counted, computed }: Column): string {
  if (computed !== undefined) return [t.computed, literal(computed)].filter(Boolean).join(': ')
  return [counted ? t.counted : '', preset === undefined ? '' : literal(preset)].filter(Boolean).join(' ')
}

function tableText(t: TableTexts, view: WordedTable): string {
  const columns = view.columns.map((column) => [
    literal(column.name),
    literal(column.type),
    column.nullable ? t.yes : '',
    keysOf(t, column),
    presetOf(t, column),
    wordsCell(column.comment, column.ours),
  ])
  const indexes = view.indexes.map(({ name, columns: parts, unique, primary, method, where, comment, ours }) => [
    literal(name) || t.primary,
    list(parts),
    primary ? t.primary : unique ? t.unique : '',
    literal([method, where && `${t.where} ${where}`].filter(Boolean).join(' ')),
    wordsCell(comment, ours),
  ])
  const keys = view.foreignKeys.map(({ name, columns: parts, table, references, onDelete, onUpdate, ours }) => [
    list(parts),
    `${linkTo(table)}${references.length > 0 ? ` (${list(references)})` : ''}`,
    literal([onDelete && t.onDelete(onDelete), onUpdate && t.onUpdate(onUpdate)].filter(Boolean).join(', ')),
    literal(name),
    wordsCell('', ours),
  ])
  const into = view.referencedBy.map(({ table, columns: parts, references }) => [linkTo(table), list(parts), list(references)])
  const definition = view.definition.trim()
  return [
    t.kinds[view.kind] && `*${t.kinds[view.kind]}*`,
    wordsBlock(view.comment, view.ours),
    view.partitionedBy && `${t.partitionedBy}: ${literal(view.partitionedBy)}`,
    grid(t, '', [t.column, t.type, t.null, t.key, t.default, t.description], columns),
    grid(t, t.foreignKeys, [t.columns, t.leadsTo, t.rule, t.name, t.description], keys),
    grid(t, t.referencedBy, [t.name, t.columns, t.leadsTo], into),
    grid(t, t.indexes, [t.name, t.columns, t.key, t.rule, t.description], indexes),
    ...(
      [
        [t.checks, view.checks],
        [t.triggers, view.triggers],
      ] as const
    ).map(([title, all]) =>
      grid(
        t,
        title,
        [t.name, t.rule],
        all.map(({ name, text }) => [literal(name), cell(text)]),
      ),
    ),
    enumsOf(t, view.enums),
    definition && `## ${view.kind === 'virtual' ? t.definition : t.query}\n\n${fenced(definition, 'sql')}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const enumsOf = (t: TableTexts, enums: WordedOverview['enums']) =>
  grid(
    t,
    t.enums,
    [t.name, t.values, t.description],
    enums.map(({ name, values, comment }) => [literal(name), list(values), cell(comment)]),
  )

function overviewText(t: TableTexts, view: WordedOverview): string {
  const row = (table: OverviewTable) => [linkTo(table), String(table.columns), cell(table.comment)]
  const tables = (title: string, all: OverviewTable[]) => grid(t, title, [t.name, t.columns, t.description], all.map(row))
  const keys = view.keys.map(({ from, columns, to, references, isGuess }) => [
    linkTo(from),
    list(columns),
    `${linkTo(to)}${references.length > 0 ? ` (${list(references)})` : ''}`,
    isGuess ? t.byName : '',
  ])
  return [
    t.intro(literal(view.overview)),
    wordsBlock('', view.ours),
    tables(
      t.tables,
      view.tables.filter(({ isView }) => !isView),
    ),
    tables(
      t.views,
      view.tables.filter(({ isView }) => isView),
    ),
    grid(t, t.keys, [t.name, t.columns, t.leadsTo, t.rule], keys),
    enumsOf(t, view.enums),
    view.tables.length === 0 && t.none,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The Markdown of a table or an overview with the words of people. */
export function dictionaryMarkdown(view: WordedDictionary, language: Language): string {
  const t = tableTexts(language)
  return isWordedTable(view) ? tableText(t, view) : overviewText(t, view)
}

/** What a page that is not its own shows after the link to it. */
export const briefOf = (view: WordedDictionary): string => (isTable(view) ? literal(view.comment.trim().split(/\r?\n/, 1)[0] ?? '') : '')
