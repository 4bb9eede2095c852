import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

/** Enough pages that the import needs several transactions. */
const PAGES = 60

/** A zip to import: a page with a link to a file, and `pages` other pages that contain `text`. */
function fileOf(text: string, pages: number, item_id?: number) {
  const entries = Array.from({ length: pages }, (_, n) => ({
    name: `Item/part ${n % 4}/page ${n}.md`,
    data: `# page ${n}\n\n${text} ${n}\n`,
  }))
  const first = { name: 'Item/first.md', data: `# first\n\n[the file](kept.txt), ${text} .\n` }
  const body = new FormData()
  body.set(
    'file',
    new File([new Uint8Array(sampleZip([first, { name: 'Item/kept.txt', data: `${text} in a file` }, ...entries]))], 'Item.zip'),
  )
  if (item_id) body.set('item_id', String(item_id))
  return body
}

const [texts, shown, home] = [/^update "page" set "page_content"/, /^update "item" set "is_del"/, /^update "page" set "item_id"/]

/** Moments at which the server is killed, and whether the import is visible after a restart. */
const moments: [name: string, into: 'new' | 'old', moment: Moment, isVisible: boolean][] = [
  ['between a file and its row', 'new', ['after', /^rename .*\.part /], false],
  ['between two transactions of texts', 'new', ['after', texts, /^commit$/, texts], false],
  ['after publishing, before the response', 'new', ['after', shown, /^commit$/], true],
  ['before the commit of the publishing transaction', 'old', ['before', home, /^commit$/], false],
  ['after that commit, before the response', 'old', ['after', home, /^commit$/], true],
]

it.each(databases)('R16: an import on %s is complete or absent, no matter when the server is killed', async (kind) => {
  const server = await aServerToKill(kind)
  /** The visible pages that contain this text. */
  const visible = (text: string) =>
    server.look(({ db }) => {
      const pages = db.selectFrom('page as p').innerJoin('item as i', 'i.item_id', 'p.item_id').select(['p.page_id', 'p.item_id'])
      return pages.where('i.is_del', '=', 0).where('p.is_del', '=', 0).where('p.page_content', 'like', `%${text} %`).execute()
    })

  await server.start(moments[0]?.[2])
  let [old, previousText] = [0, '']
  for (const [n, [name, into, , isVisible]] of moments.entries()) {
    const [text, pages] = [`words${n}`, into === 'new' ? PAGES / 2 : PAGES]
    await server.diesIn('import/auto', into === 'new' ? fileOf(text, pages) : fileOf(text, pages, old))
    await server.start(moments[n + 1]?.[2])
    const found = await visible(text)
    expect(found.length, name).toBe(isVisible ? pages + 1 : 0)
    if (old) expect(await visible(previousText), name).toHaveLength(isVisible ? 0 : PAGES / 2 + 1)
    if (isVisible) [old, previousText] = [found[0]?.item_id ?? 0, text]
  }

  // A new import succeeds, and the replaced texts are in the history.
  const { item_id } = await server.call('import/auto', fileOf('again', PAGES))
  await server.call('import/auto', fileOf('last', PAGES, old))
  expect([await visible('again'), await visible('last'), await visible(previousText)].map((found) => found.length)).toEqual([
    PAGES + 1,
    PAGES + 1,
    0,
  ])
  const history = await server.look(({ db }) => db.selectFrom('page_history').select('page_id').where('item_id', '=', old).execute())
  expect(history).toHaveLength(PAGES / 2 + 1 + PAGES + 1)

  // After an hour, the hourly cleanup has removed the remains of interrupted imports.
  await server.start(undefined, { APP_NOW: String(Math.floor(Date.now() / 1000) + 7200) })
  const remains = () =>
    server.look(async ({ db }) => ({
      items: (await db.selectFrom('item').select('item_id').orderBy('item_id').execute()).map((row) => row.item_id),
      notes: (await db.selectFrom('file_orphan').select('path').execute()).length,
      temps: readdirSync(join(server.folder, 'tmp')),
      files: readdirSync(join(server.folder, 'files'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.includes('/'))
        .sort(),
    }))
  const rows = await server.look(({ db }) => db.selectFrom('attachment').select('path').where('item_id', 'in', [old, item_id]).execute())
  const expected = { items: [old, item_id].map(Number), notes: 0, temps: [], files: rows.map(({ path }) => path).sort() }
  await expect.poll(remains).toEqual(expected)
})
