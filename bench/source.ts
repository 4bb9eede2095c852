import { openapiOf, yamlOf } from './openapi-sample.ts'
import { type Row, report } from './report.ts'
import { startServer } from './servers.ts'
import { watched } from './watch.ts'

/*
 * A description of an API of 4 MB as a source: its first version, the same bytes and the same meaning again, one changed operation, and
 * one changed schema that all operations use. Measured are the duration, the memory above the idle server, and the longest wait of
 * another client for page/info.
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

const rows: Row[] = []
const server = await startServer()
try {
  const call = async <T>(path: string, body: BodyInit, token = ''): Promise<T> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body, headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  const fields = (values: Record<string, string>) => new URLSearchParams(values)
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
} finally {
  await server.stop()
}
console.log(`\n${(text.length / 1e6).toFixed(1)} MB, Node ${process.versions.node}\n\n${report(rows)}`)
