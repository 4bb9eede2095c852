import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { addressOf, insertFile, linkFiles } from '../server/src/attachment/attachment.store.ts'
import { randomHex } from '../server/src/auth/secrets.ts'
import { insertCatalog } from '../server/src/content/catalog.store.ts'
import { insertItem } from '../server/src/content/item.store.ts'
import { openStore } from '../server/src/db/dialect.ts'
import { localFiles } from '../server/src/storage/local.ts'
import { pageText } from './content.ts'

const BATCH = 500
const now = () => Math.floor(Date.now() / 1000)

const chunk = (kind: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A PNG of 200 by 150 pixels of noise, about 90 kB like a screenshot. */
function picture(n: number): Buffer {
  const [width, height] = [200, 150]
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let state = n + 1
  for (let at = 0; at < rows.length; at++) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    rows[at] = at % (width * 3 + 1) === 0 ? 0 : state >>> 24
  }
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/**
 * Writes an item into the database of this data folder: pages in catalogs of ten on two levels, pictures evenly distributed over the
 * pages. Returns the item and its first page.
 */
export async function fillItem(folder: string, uid: number, pages: number, pictures: number) {
  const store = openStore(join(folder, 'sheaf.db'))
  const files = localFiles(join(folder, 'files'))
  const about = { item_name: `Bench ${pages} ${pictures}`, item_description: '', item_domain: '', password_hash: '', password_stamp: '' }
  const permission = await insertItem(store.db, { ...about, item_type: 1, uid }, now())
  const { item_id } = permission
  const catalog = async (cat_name: string, parent_cat_id: number, level: number, s_number: number) =>
    (await insertCatalog(store.db, permission, { parent_cat_id, level, cat_name, s_number, addtime: now() })).cat_id
  const every = pictures ? Math.floor(pages / pictures) : 0
  let [chapter, section, first] = [0, 0, 0]
  for (let from = 0; from < pages; from += BATCH) {
    const rows = []
    const shown: { n: number; file_id: number }[] = []
    for (let n = from; n < Math.min(pages, from + BATCH); n++) {
      if (n % 100 === 0) chapter = await catalog(`Chapter ${n / 100}`, 0, 2, n + 1)
      if (n % 10 === 0) section = await catalog(`Section ${n / 10}`, chapter, 3, n + 1)
      let text = pageText(n)
      if (every && n % every === 0) {
        const [sign, path, bytes] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`, picture(n)]
        await files.put(path, bytes)
        const row = {
          sign,
          uid,
          display_name: `figure ${n}.png`,
          file_type: 'image/png',
          file_size: bytes.length,
          store: files.kind,
          path,
        }
        shown.push({ n, ...(await insertFile(store.db, permission, { ...row, addtime: now() })) })
        text += `\n![figure](${addressOf('', sign)})\n`
      }
      const page = { item_id, cat_id: section, page_title: `Page ${n}`, page_content: text, page_comments: '', s_number: n }
      rows.push({ ...page, author_uid: uid, author_username: 'admin', creator_uid: uid, addtime: now(), created: now(), method: '' })
    }
    const made = await store.db.insertInto('page').values(rows).returning(['page_id', 's_number']).execute()
    first ||= made[0]?.page_id ?? 0
    const ids = new Map(made.map((page) => [page.s_number, page.page_id]))
    await linkFiles(
      store.db,
      permission,
      shown.map(({ n, file_id }) => ({ file_id, page_id: ids.get(n) ?? 0, addtime: now() })),
    )
  }
  await store.close()
  return { item_id: String(item_id), page_id: String(first) }
}
