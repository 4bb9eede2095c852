import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { expect, it } from 'vitest'
import { renderPage } from '../view/page.ts'
import { isTable } from './dictionary.ts'
import { readTables, type TablePart } from './parts.ts'
import { snapshotIn } from './read.ts'

const folder = fileURLToPath(new URL('../../../testdata/tbls', import.meta.url))
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))

/** A file of tbls, read here apart from the product. */
interface File {
  tables: {
    name: string
    comment?: string
    columns: { name: string; type: string; comment?: string; default?: string }[]
    indexes?: { name: string; columns: string[] }[]
    constraints?: { name: string; type: string; referenced_table?: string }[]
    triggers?: { name: string }[]
  }[]
  relations?: { table: string; columns: string[]; parent_table: string }[]
}

const textOf = (node: Tree.Node): string =>
  'value' in node ? node.value : node.nodeName === 'br' ? ' ' : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

it('there are 20 files, of 10 kinds of databases', () => {
  const kinds = files.map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')).driver?.name)
  expect(files).toHaveLength(20)
  expect(new Set(kinds).size).toBeGreaterThanOrEqual(8)
})

it.each(files)('%s becomes a dictionary: every table, column, type, comment, index and key is on the page of its table', async (file) => {
  const text = readFileSync(`${folder}/${file}`, 'utf8')
  const { tables, relations = [] } = JSON.parse(text) as File
  const snapshot = snapshotIn(text)
  if (!snapshot) throw new Error('not read')
  expect(snapshot.problems).toEqual([])
  const pages = new Map<string, TablePart>()
  const input = { snapshot, language: 'en' as const, linkTo: (entry: string) => `sheaf-page:${encodeURIComponent(entry)}`, was: new Map() }
  readTables(input, (_, part) => {
    if (isTable(part.view)) pages.set(part.view.table, part)
  })
  expect(pages.size).toBe(tables.length)
  for (const table of tables) {
    const name = table.name
    const part = pages.get(name) ?? [...pages].find(([full]) => full.endsWith(`.${name}`))?.[1]
    if (!part) throw new Error(`no page for ${name}`)
    const { html } = await renderPage('```table main x\n```\n', { calls: () => part.view })
    const shown = spaced(textOf(parseFragment(html)))
    const foreign = (table.constraints ?? []).filter(({ type, referenced_table: other }) => /foreign/i.test(type) && other)
    const wanted = [
      table.comment,
      ...table.columns.flatMap((column) => [column.name, column.type, column.comment]),
      ...(table.indexes ?? []).map((index) => index.name),
      ...(table.triggers ?? []).map((trigger) => trigger.name),
      ...foreign.map(({ referenced_table: other = '' }) => other.slice(other.indexOf('.') + 1)),
      ...relations.filter((one) => one.table === name).map(({ parent_table: other }) => other.slice(other.indexOf('.') + 1)),
    ]
    expect(wanted.filter((one) => one && !shown.includes(spaced(one))).map((one) => [name, one])).toEqual([])
  }
})
