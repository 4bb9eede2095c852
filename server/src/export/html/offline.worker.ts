import { crc32, deflateRawSync } from 'node:zlib'
import { render } from '@sheaf/markdown'
import { targetReader } from '../../lib/item-links.ts'
import { sheetHtml } from '../../page/sheet-html.ts'
import { offlineArticle } from './html-article.ts'
import { pageDocument } from './html-document.ts'
import { wordsOf } from './html-text.ts'
import type { OfflineTask } from './offline.ts'

async function madeOf(page: OfflineTask['pages'][number], { kind, item_name, shared, language, site }: OfflineTask) {
  const { html } = kind === 'sheet' ? sheetHtml(page.content) : await render(page.content, { language, shared })
  const article = await offlineArticle(html, targetReader(site, page.files, page.pages), language)
  const raw = Buffer.from(pageDocument(page, article, item_name, language))
  // A copy of its own: what is sent between threads takes the whole block along that it lies in.
  const bytes = new Uint8Array(deflateRawSync(raw, { level: 6 }))
  return { document: { method: 8, crc: crc32(raw), size: raw.length, bytes }, words: wordsOf(article) }
}

export default async (task: OfflineTask) => {
  const made = []
  for (const page of task.pages) made.push(await madeOf(page, task))
  return made
}
