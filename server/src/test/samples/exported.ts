import type { LightMyRequestResponse } from 'fastify'
import { unzipped } from '../../zip/test/unzip-sample.ts'
import { aCatalog, aFile, anItem, aPage } from '../given.ts'
import type { Product, TestUser } from '../product.ts'
import { PIXEL } from './pixel.ts'

/** Requests an export. */
export const requestExport = (
  { send }: Product,
  who: TestUser,
  path: string,
  fields: Record<string, string>,
): Promise<LightMyRequestResponse> => send({ url: `/api/export/${path}?${new URLSearchParams(fields)}`, headers: who.headers })

/** Requests an export as a zip archive and returns its files by path. */
export async function exported(
  product: Product,
  who: TestUser,
  path: string,
  fields: Record<string, string>,
): Promise<Map<string, Buffer>> {
  const reply = await requestExport(product, who, path, fields)
  if (reply.headers['content-type'] !== 'application/zip') throw new Error(reply.body)
  return unzipped(reply.rawPayload)
}

const visit = (sign: string) => `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`

/** An item with names, links, attachments, depths and orders that are difficult to export as files. */
export async function aBook(product: Product, owner: TestUser) {
  const item_id = await anItem(owner, { item_name: 'API: 订单/手册?', item_description: '关于 <订单> & "more"' })
  const chapter = await aCatalog(owner, item_id, 'CON')
  const section = await aCatalog(owner, item_id, '1. 同名 / same', chapter)
  const deep = await aCatalog(owner, item_id, '.hidden', section)
  const empty = await aCatalog(owner, item_id, 'Empty, and “quoted”')
  const picture = await aFile(product, item_id, PIXEL, { owner, name: '图 (1).png', type: 'image/png' })
  const again = await aFile(product, item_id, Buffer.concat([PIXEL, Buffer.from('again')]), {
    owner,
    name: '图 (1).PNG',
    type: 'image/png',
  })
  const first = await aPage(owner, item_id, { page_title: 'a/b\\c:d*e?"f"', page_content: '# Start\n', s_number: 5 })
  const sheetOfFile = await aFile(product, item_id, Buffer.from('a,b\n1,2\n'), { owner, name: 'figures #1 100%.csv', page_id: first })
  const page = (page_title: string, page_content: string, more = {}) => aPage(owner, item_id, { page_title, page_content, ...more })
  const same = await page('同名', `![图](${visit(picture)} =20x20)\n\n[中文](/${item_id}/${first}#部分)`, { cat_id: section, s_number: 2 })
  await page('同名', `<img src="${visit(again)}&amp;showdoc=.png">\n\n\`${visit(picture)}\``, { cat_id: section, s_number: 1 })
  await page('长'.repeat(200), `[one](/page/${same}) [none](/${item_id}/1) [out](https://example.test/${item_id}/${first})\n`, {
    cat_id: deep,
  })
  await page('', '没有标题\r\n\r\n- a\r\n- b\t\n', { cat_id: chapter, s_number: 200 })
  await page('Text', 'Title\n===\n\n---\nnot: front matter\n---\n\n{"a": 1}', { cat_id: chapter, s_number: 1, page_comments: 'why' })
  await page('LAST', '  leading and trailing  \n\n\n', { s_number: 900 })
  return { item_id, chapter, section, deep, empty, first, same, picture, again, sheetOfFile }
}
