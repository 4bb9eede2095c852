import { describe, expect, it } from 'vitest'
import { tableChanges } from '../changes/tables/changes.ts'
import { changeText } from '../changes/text/text.ts'
import { readWords } from '../fence/words.ts'
import { renderPage } from '../view/page.ts'
import { mermaidOf } from './diagram.ts'
import { isTable, type TableView } from './dictionary.ts'
import { readTables, type TablePart } from './parts.ts'
import { snapshotIn } from './read.ts'
import type { Snapshot } from './snapshot.ts'
import { aSnapshot, aTable } from './test/schema.ts'
import { withTableWords } from './words.ts'

const partsOf = (snapshot: Snapshot, language: 'en' | 'zh' = 'en') => {
  const parts = new Map<string, TablePart>()
  const root = readTables(
    { snapshot, language, linkTo: (entry) => `sheaf-page:${encodeURIComponent(entry)}`, was: new Map() },
    (entry, part) => {
      parts.set(entry, part)
    },
  )
  return { parts, root }
}
const htmlOf = async (part: TablePart, words = '') => {
  const view = withTableWords(part.view, readWords(words).words)
  return (await renderPage('```table main x\n```\n', { calls: () => view })).html
}

/** Markup, signs and names that mean something elsewhere. */
const nasty = [
  '<script>marker()</script>',
  '"><img src=x onerror=marker()>',
  '%%{init: {"securityLevel": "loose"}}%%',
  't0["x"] click t0 call marker()',
  'a"] { } %% comment\n  click t0 href "javascript:marker()"',
  '[x](javascript:marker())',
  '`code` | cell | ``` fence',
  ']]> & \u0000 \u0007 \u202e rtl \u200b zero',
  '=HYPERLINK("x")',
  '__proto__',
  'constructor',
  'toString',
  '\ud800 lone',
  'x'.repeat(9_000),
]

const everywhere = (text: string) => [
  aTable({
    name: text,
    schema: 'public',
    comment: text,
    columns: [],
    more: {
      columns: [
        { name: text, type: text, comment: text, default: text },
        { name: `${text} 2`, type: 'state', computed: text },
      ],
      indexes: [{ name: text, columns: [text], method: text, where: text, comment: text, primary: true }],
      foreignKeys: [{ name: text, columns: [text], schema: 'public', table: text, references: [text], onDelete: text }],
      checks: [{ name: text, expression: text }],
      triggers: [{ name: text, definition: text }],
      definition: text,
      partitionedBy: text,
    },
  }),
  aTable({
    name: 'other',
    columns: ['id bigint'],
    more: { foreignKeys: [{ name: text, columns: ['id'], schema: 'public', table: text, references: [text] }] },
  }),
]

/** A diagram has these lines and no others. */
const DIAGRAM =
  /^(?:erDiagram| {2}t\d+\["[\p{L}\p{N}_. -]+"\](?: \{)?| {4}[\p{L}\p{N}_]+ [\p{L}\p{N}_]+(?: PK)?| {2}\}| {2}t\d+ \|\|(?:--|\.\.)o\{ t\d+ : "[\p{L}\p{N}_. ,-]+")$/u

describe('a hostile snapshot', () => {
  it.each(nasty)('%# is text in every place of a table and its overview (S208, S209, S225)', async (text) => {
    const snapshot = aSnapshot(everywhere(text), { name: text, enums: [{ schema: text, name: 'state', values: [text], comment: text }] })
    for (const language of ['en', 'zh'] as const)
      for (const part of partsOf(snapshot, language).parts.values()) {
        const html = await htmlOf(part, 'table: fine <script>marker()</script>')
        expect(html).not.toMatch(/<script|<img|href="javascript|onerror=[^&]*>(?!.*&)/i)
        for (const line of mermaidOf(part.view.diagram).split('\n')) if (line !== '') expect(line).toMatch(DIAGRAM)
        const page = await renderPage(part.markdown)
        expect(page.html).not.toMatch(/<script|<img|href="javascript/i)
        expect(Object.prototype).not.toHaveProperty('polluted')
      }
    const texts = tableChanges(aSnapshot([]), snapshot).changes.map((change) => changeText(change, 'en'))
    for (const sign of ['\n', '\0', '\u0007', '\u202e']) expect(texts.filter((one) => one.includes(sign))).toEqual([])
  })

  it('leaves out what is not as it should be, and names it (S227)', () => {
    const snapshot = aSnapshot([
      7,
      { name: 'a', columns: 'none', indexes: [1, { name: 'i', columns: 'x' }], foreignKeys: { a: 1 }, checks: null },
      { name: 'a' },
      { columns: [] },
      { name: 'b', columns: [{ name: 'x' }, { name: 'x' }, {}, { name: { deep: 1 } }, { name: 5, type: ['x'], comment: true }] },
    ] as object[])
    expect(snapshot.tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ['a', []],
      ['b', ['x', '5']],
    ])
    expect(snapshot.problems).toContainEqual({ name: '.tables[0]', reason: 'shape' })
    expect(snapshot.problems).toContainEqual({ name: 'a.columns', reason: 'shape' })
    expect(snapshot.problems.length).toBeGreaterThan(6)
    partsOf(snapshot)
  })

  it('refuses too many tables and columns, and takes a bounded number of indexes (S227)', () => {
    const columns = Array.from({ length: 200_001 }, (_, n) => ({ name: `c${n}` }))
    expect(() => aSnapshot([{ name: 'a', columns }])).toThrow(expect.objectContaining({ error: 'sourceColumns' }))
    expect(() => aSnapshot(Array.from({ length: 5001 }, (_, n) => ({ name: `t${n}` })))).toThrow(
      expect.objectContaining({ error: 'sourceTables' }),
    )
    const indexes = Array.from({ length: 200_000 }, (_, n) => ({ name: `i${n}`, columns: ['id'] }))
    const [table] = aSnapshot([{ ...aTable({ name: 'a', columns: ['id int'] }), indexes }]).tables
    expect(table?.indexes).toHaveLength(1000)
  })

  it('follows keys in circles and to nowhere, and bounds the page (S213, S227)', async () => {
    const key = (from: string, to: string) => ({
      foreignKeys: [{ name: `${from}_${to}`, columns: ['id'], schema: 'public', table: to, references: ['id'] }],
    })
    const ring = Array.from({ length: 300 }, (_, n) =>
      aTable({ name: `t${n}`, columns: ['id int'], more: key(`t${n}`, `t${(n + 1) % 300}`) }),
    )
    const hub = Array.from({ length: 300 }, (_, n) => aTable({ name: `h${n}`, columns: ['id int'], more: key(`h${n}`, 't0') }))
    const { parts } = partsOf(aSnapshot([...ring, ...hub, aTable({ name: 'lost', columns: ['id int'], more: key('lost', 'nowhere') })]))
    const overview = parts.get('overview')!.view
    expect(mermaidOf(overview.diagram).match(/^ {2}t\d+\[/gm)).toHaveLength(60)
    const t0 = parts.get('table public.t0')!
    expect(mermaidOf(t0.view.diagram).match(/^ {2}t\d+\[/gm)).toHaveLength(15)
    expect((await htmlOf(t0)).match(/class="param"/g)).toHaveLength(304)
    expect((parts.get('table public.lost')!.view as TableView).foreignKeys[0]?.table).toEqual({ name: 'nowhere', address: '' })
    const wide = aTable({ name: 'wide', columns: Array.from({ length: 3000 }, (_, n) => `c${n} int`) })
    const html = await htmlOf(partsOf(aSnapshot([wide])).parts.get('table public.wide')!)
    expect(html.match(/class="param"/g)).toHaveLength(400)
    expect(html).toContain('2600 more are not shown here.')
  })

  it('is no snapshot if it is something else', () => {
    for (const text of [
      '',
      '[',
      '{',
      '"tables"',
      '{"tables":1}',
      '{"tables":[]}',
      '{"tables":[],"openapi":"3.1.0","driver":{}}',
      '{"sheaf":"database","form":9,"tables":[]}',
      `${'['.repeat(100_000)}"tables"`,
    ])
      expect(snapshotIn(text)).toBeUndefined()
    expect(isTable(partsOf(aSnapshot([])).parts.get('overview')!.view)).toBe(false)
  })
})
