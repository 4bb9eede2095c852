import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { zipOf } from '../scripts/zip.mjs'
import { type Branch, pagesOf, pageText } from './content.ts'
import { quantileMs } from './load.ts'
import { type Row, report } from './report.ts'
import { startServer } from './servers.ts'

/*
 * Pages that name what they were written from: the list “Still true?” of 5,000 pages, the badge of one page, and `sheaf-push check` of
 * 1,000 proofs in a repository of 10,000 files.
 */
const PAGES = Number(process.env['PAGES'] ?? 5000)
const FILES = Number(process.env['FILES'] ?? 10_000)
const PROOFS = Math.min(1000, PAGES, FILES)
const TIMES = 40

const fileOf = (n: number) => `src/part${n % 100}/order${n}.ts`

/** A file of about 5 kB, the usual size of a source file, with ten functions. */
const code = (n: number, changed = '') =>
  Array.from(
    { length: 10 },
    (_, k) => `/** Reads part ${k} of order ${n}. */
export function read${n}_${k}(lines: Line[], at: number): Order | undefined {
  const found = lines.filter((line) => line.order === at && line.state !== 'gone')
  if (found.length === 0) return undefined // none is left
  const total = found.reduce((sum, { price, count }) => sum + price * count, ${n + k})
  return { id: \`order-\${at}\`, total, lines: found.map(({ id }) => id)${changed} }
}
`,
  ).join('\n')

function aRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-repo-'))
  for (let n = 0; n < Math.min(100, FILES); n++) mkdirSync(join(folder, `src/part${n}`), { recursive: true })
  for (let n = 0; n < FILES; n++) writeFileSync(join(folder, fileOf(n)), code(n))
  return folder
}

/** A zip of pages; the first ones name functions of the repository, the others a file of another one. */
function zipWithProofs(): Buffer {
  const files: Record<string, Buffer> = {}
  for (let n = 0; n < PAGES; n++) {
    const proof = n < PROOFS ? `shop:${fileOf(n * Math.floor(FILES / PROOFS))}#read${n * Math.floor(FILES / PROOFS)}_3` : `other:a${n}.ts`
    files[`Bench/C${n % 50}/Page ${n}.md`] = Buffer.from(`<!-- source: ${proof} -->\n\n${pageText(n)}`)
  }
  return zipOf(files, 1)
}

const rows: Row[] = []
const server = await startServer()
const folder = aRepository()
try {
  const call = async <T>(path: string, body: BodyInit, token = ''): Promise<T> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body, headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  const fields = (values: Record<string, string>) => new URLSearchParams(values)
  const { user_token } = await call<{ user_token: string }>('user/login', fields({ username: 'admin', password: 'admin-password-1' }))
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(zipWithProofs())]), 'bench.zip')
  const { item_id } = await call<{ item_id: string }>('import/auto', form, user_token)
  const keys = await call<{ api_key: string; api_token: string }>('item/getKey', fields({ item_id }), user_token)
  const { menu } = await call<{ menu: Branch }>('item/info', fields({ item_id }), user_token)
  const [page_id = ''] = pagesOf(menu)
  const plain = await call<{ page_id: string }>(
    'page/save',
    fields({ item_id, page_title: 'Plain', page_content: pageText(1) }),
    user_token,
  )

  const check = () => {
    const env = { PATH: process.env['PATH'], SHEAF_URL: server.url, SHEAF_KEY: keys.api_key, SHEAF_TOKEN: keys.api_token }
    const start = performance.now()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        resolve(import.meta.dirname, '../push/src/main.ts'),
        'check',
        '--repo',
        'shop',
        '--ref',
        'c1',
      ],
      { cwd: folder, env, encoding: 'utf8' },
    )
    if (!stdout.includes(`${PROOFS} proofs`)) throw new Error(`${status}: ${stdout}${stderr}`)
    return (performance.now() - start) / 1000
  }
  rows.push({ label: `sheaf-push check: ${PROOFS} proofs in ${FILES} files, the first time`, unit: 's', measured: check(), limit: 5 })
  rows.push({ label: 'The same again', unit: 's', measured: check(), limit: 5 })
  for (let n = 0; n < FILES; n += 20) writeFileSync(join(folder, fileOf(n)), code(n, ', count: 1'))
  rows.push({ label: 'After a change of every twentieth file', unit: 's', measured: check(), limit: 5 })

  const median = (path: string, values: Record<string, string>) => quantileMs(TIMES, () => call(path, fields(values), user_token))
  for (const [label, filter] of [
    ['those that need a look', {}],
    ['all', { state: 'all' }],
    ['with a word', { state: 'all', keyword: 'order1' }],
    ['of one kind', { state: 'all', kind: 'file' }],
  ] as [string, Record<string, string>][])
    rows.push({
      label: `List of ${PAGES} pages, ${label}, median`,
      unit: 'ms',
      measured: await median('truth/list', { item_id, ...filter }),
      limit: 50,
    })
  const without = await median('page/info', { page_id: plain.page_id })
  rows.push({
    label: 'Badge of a page, more than without, median',
    unit: 'ms',
    measured: (await median('page/info', { page_id })) - without,
    limit: 1,
  })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)
