import type { Token } from 'markdown-it'
import { apiPageMarkdown } from '../api-page/api-page.ts'
import { inlineText } from '../headings.ts'
import { createParser } from '../parser.ts'
import { fieldColumns, fieldNames, requiredWord, tableRows } from '../showdoc/field-table.ts'
import type { PageEnv } from '../types.ts'
import { diagramKind, ENDPOINT, fenceInfo, isMath } from '../writers/fence-info.ts'

/** A row of a field table. A column that the table lacks is undefined. */
export interface Field {
  /** With its parents: `ship_to.city`. */
  path: string
  type: string
  /** '1', '0', or the cell as written. */
  required: string | undefined
  default: string | undefined
  description: string | undefined
  /** Other columns, by their header. */
  others: Map<string, string>
}

export interface Example {
  label: string
  text: string
}

export interface Section {
  /** The headings from the first level down to this one. */
  path: string[]
  level: number
  tables: Field[][]
  examples: Example[]
  /** `POST /orders` */
  endpoints: string[]
  /** All other text that a reader sees. */
  words: string[]
}

const parser = createParser()
parser.set({ linkify: false })
parser.core.ruler.disable(['anchors', 'tables', 'line_map'])

const defaultHead = /^(?:默认值?|缺省值?|初始值|default(?: value)?)$/i

/** The facts of a page by sections, in their order; the first section is the text before the first heading. Throws for text beyond the limits. */
export function factsOf(text: string): Section[] {
  const markdown = apiPageMarkdown(text, /\p{Script=Han}/u.test(text) ? 'zh' : 'en') ?? text
  const env: PageEnv = { language: 'en', lines: false, own: '', headings: [] }
  const tokens = parser.parse(markdown, env)
  const sections: Section[] = [newSection([], 0)]
  const open: { level: number; title: string }[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const section = sections.at(-1) as Section
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1))
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop()
      open.push({ level, title: oneLine(inlineText(tokens[at + 1]?.children ?? null)) })
      sections.push(
        newSection(
          open.map(({ title }) => title),
          level,
        ),
      )
      at += 2
    } else if (token.type === 'table_open') {
      let end = at
      while (tokens[end]?.type !== 'table_close') end++
      addTable(section, tokens.slice(at, end))
      at = end
    } else addBlock(section, token)
  }
  return sections
}

const newSection = (path: string[], level: number): Section => ({ path, level, tables: [], examples: [], endpoints: [], words: [] })

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function addTable(section: Section, tokens: Token[]) {
  const [head = [], ...rows] = tableRows(tokens)
  const heads = head.map(({ text }) => oneLine(text))
  const columns = fieldColumns(heads)
  if (!columns) {
    for (const row of [head, ...rows]) for (const { text } of row) section.words.push(text)
    return
  }
  const cell = (row: typeof head, column: number) => (column < 0 ? undefined : oneLine(row[column]?.text ?? ''))
  const names = fieldNames(
    rows.map((row) => (row[columns.name]?.inline.children ?? []).map((child) => child.content).join('')),
    rows.map((row) => row[columns.type]?.text ?? ''),
  )
  const defaults = columns.rest.find((column) => defaultHead.test(heads[column] ?? '')) ?? -1
  const fields = rows.map((row, n): Field => {
    const { parents = '', name = '' } = names[n] ?? {}
    const required = cell(row, columns.required)
    const word = required === undefined ? undefined : requiredWord(required)
    return {
      path: oneLine(parents.replaceAll('[]', '') + name.replaceAll('`', '')),
      type: cell(row, columns.type) ?? '',
      required: word === 'yes' ? '1' : word === 'no' ? '0' : required,
      default: cell(row, defaults),
      description: cell(row, columns.description),
      others: new Map(columns.rest.filter((column) => column !== defaults).map((column) => [heads[column] ?? '', cell(row, column) ?? ''])),
    }
  })
  section.tables.push(fields.filter(({ path }) => path !== ''))
}

function addBlock(section: Section, token: Token) {
  if (token.type === 'inline') section.words.push(textOf(token.children ?? []))
  else if (token.type === 'html_block') section.words.push(token.content.replace(/<!--[\s\S]*?-->|<[^<>]*>/g, ' '))
  else if (token.type === 'fence' || token.type === 'code_block') {
    const { language, label } = fenceInfo(token.info)
    if (language === ENDPOINT) section.endpoints.push(...token.content.split('\n').map(oneLine).filter(Boolean))
    else if (diagramKind(language) || isMath(language)) section.words.push(token.content)
    else section.examples.push({ label, text: token.content.trimEnd() })
  } else if (token.type === 'math_block') section.words.push(token.content)
}

/** The text that a reader sees, without addresses. */
function textOf(children: Token[]): string {
  let text = ''
  for (const child of children) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') text += ' '
    else if (child.type === 'image') text += ` ${textOf(child.children ?? [])} `
    else if (child.type === 'text' || child.type === 'code_inline' || child.type === 'math_inline') text += child.content
  }
  return text
}
