import { setTimeout as wait } from 'node:timers/promises'
import { openapiOf, yamlOf } from './openapi-sample.ts'
import { type Row, report } from './report.ts'
import { type BenchServer, startServer } from './servers.ts'
import { watched } from './watch.ts'

/*
 * A description of an API of 4 MB as a source: its first version, the same bytes and the same meaning again, one changed operation, and
 * one changed schema that all operations use. Then words of a person about a field of that schema, which all pages show. Measured are
 * the duration, the memory above the idle server, and the wait of another client for page/info.
 */
const BYTES = Number(process.env['BYTES'] ?? 4_000_000)

interface Document {
  paths: Record<string, { get: { description: string } }>
  components: { schemas: Record<string, { properties: Record<string, { description: string }> }> }
}

const text = openapiOf(BYTES)
const changed = (change: (document: Document) => void) => {
  const document = JSON.parse(text) as Document
  change(document)
  return JSON.stringify(document)
}
const steps: [label: string, text: string, limits: [s: number, mb?: number]][] = [
  ['First version', text, [10, 450]],
  ['Same bytes', text, [0.3]],
  ['Same meaning, with spaces', JSON.stringify(JSON.parse(text), null, 1), [3]],
  ['Same meaning, as YAML', yamlOf(JSON.parse(text)), [6]],
  [
    'One operation changed',
    changed(({ paths }) => {
      const [first] = Object.values(paths)
      if (first) first.get.description = 'Changed'
    }),
    [3],
  ],
  [
    'One schema changed that all operations use',
    changed(({ components }) => {
      const code = components.schemas['Problem']?.properties['message']
      if (code) code.description = 'Changed'
    }),
    [5],
  ],
]

type Call = <T>(path: string, body: BodyInit, token?: string) => Promise<T>
const fields = (values: Record<string, string>) => new URLSearchParams(values)

interface Words {
  server: BenchServer
  call: Call
  user_token: string
  item_id: string
  /** A page of another item. */
  page_id: string
}

/** The description without chains of schemas, so that each page has room for the fields of all its schemas. */
const withoutChains = changed(({ components }) => {
  for (const { properties } of Object.values(components.schemas)) {
    delete properties['next']
    delete properties['parent']
  }
})

/** Words about the schema that all operations use: the first make its page, the second only change it. */
async function measureWords({ server, call, user_token, item_id, page_id }: Words): Promise<Row[]> {
  interface Tree {
    pages: { page_id: string }[]
    catalogs: Tree[]
  }
  const { menu } = await call<{ menu: Tree }>('item/info', fields({ item_id }), user_token)
  const pagesIn = (tree: Tree): string[] => [...tree.pages.map((page) => page.page_id), ...tree.catalogs.flatMap(pagesIn)]
  const textOf = async (page: string) =>
    (await call<{ page_content: string }>('page/info', fields({ page_id: page }), user_token)).page_content
  const pages = menu.catalogs.flatMap(pagesIn)
  const made: Row[] = []
  for (const [label, words, limit] of [
    ['First words about it, which make its page', 'First words.', 3000],
    ['Other words about it', 'Other words.', 100],
  ] as const) {
    let saved = 0
    const given = { page_id: pages[0] ?? '', schema: 'Problem', path: 'fields.code', words, mode: 'replace' }
    const { seconds, worst, p95 } = await watched(server, page_id, async () => {
      const start = performance.now()
      await call('source/saveWords', fields(given), user_token)
      saved = performance.now() - start
      for (const page of pages.toReversed()) while (!(await textOf(page)).includes(words)) await wait(50)
    })
    made.push({ label: `${label}: answer of the save`, unit: 'ms', measured: saved, limit })
    made.push({ label: `${label}: until all ${pages.length} pages show them`, unit: 's', measured: seconds, limit: 15 })
    made.push({ label: `${label}: slowest page/info of another client`, unit: 'ms', measured: worst, limit: 50 })
    made.push({ label: `${label}: page/info of another client, 95th percentile`, unit: 'ms', measured: p95 })
  }
  return made
}

const rows: Row[] = []
const server = await startServer()
try {
  const call: Call = async <T>(path: string, body: BodyInit, token = ''): Promise<T> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body, headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  const { user_token } = await call<{ user_token: string }>('user/login', fields({ username: 'admin', password: 'admin-password-1' }))
  const { item_id: elsewhere } = await call<{ item_id: string }>('item/add', fields({ item_name: 'Other' }), user_token)
  const page = { item_id: elsewhere, page_title: 'Start', page_content: 'Hello' }
  const { page_id } = await call<{ page_id: string }>('page/save', fields(page), user_token)
  const { item_id } = await call<{ item_id: string }>('item/add', fields({ item_name: 'Bench' }), user_token)
  let source_id = ''
  for (const [label, content, [limit, mbLimit]] of steps) {
    const form = new FormData()
    for (const [name, value] of Object.entries(source_id ? { source_id } : { item_id, name: 'bench', title: 'Bench' }))
      form.set(name, value)
    form.set('file', new Blob([content]), content.startsWith('{') ? 'bench.json' : 'bench.yaml')
    let done: { made: number; changed: number } | undefined
    const { seconds, mb, worst } = await watched(server, page_id, async () => {
      const answer = await call<{ source_id: string; report?: typeof done } & NonNullable<typeof done>>(
        source_id ? 'source/push' : 'source/add',
        form,
        user_token,
      )
      done = answer.report ?? answer
      source_id ||= answer.source_id
    })
    rows.push({ label: `${label}: ${done?.made} pages made, ${done?.changed} changed`, unit: 's', measured: seconds, limit })
    rows.push({ label: `${label}: memory above idle`, unit: 'MB', measured: mb, ...(mbLimit ? { limit: mbLimit } : {}) })
    rows.push({ label: `${label}: slowest page/info of another client`, unit: 'ms', measured: worst, limit: 50 })
  }
  const form = new FormData()
  form.set('source_id', source_id)
  form.set('file', new Blob([withoutChains]), 'bench.json')
  await call('source/push', form, user_token)
  rows.push(...(await measureWords({ server, call, user_token, item_id, page_id })))
} finally {
  await server.stop()
}
console.log(`\n${(text.length / 1e6).toFixed(1)} MB, Node ${process.versions.node}\n\n${report(rows)}`)
