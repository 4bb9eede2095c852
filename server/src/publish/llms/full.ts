import type { ItemHead } from '../../access/access.store.ts'
import type { Scope } from '../../access/access.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import { forReaderAll } from '../../content/page-text.store.ts'
import type { Services } from '../../context.ts'
import { itemAddress } from '../address.ts'
import { pageMarkdown } from '../markdown/page-markdown.ts'
import { inOneLine } from './lines.ts'
import { textsOf } from './llms.store.ts'

/** Bytes of one file; what is left out is named in its last line. */
const FULL_BYTES_MAX = 20 * 1024 * 1024
const PAGES_PER_BATCH = 20

export interface FullItem {
  item: ItemHead
  visits: Scope
}

/** What is left of the file, over all of its items. */
interface Room {
  bytes: number
}

/** All pages of an item, one after the other; ends when the file is full. */
async function* pagesOf(services: Pick<Services, 'store' | 'config'>, { item, visits }: FullItem, room: Room): AsyncGenerator<string> {
  const { order } = await treeOf(services, item, visits)
  const address = itemAddress(services.config, item)
  for (let at = 0; at < order.length; at += PAGES_PER_BATCH) {
    const ids = order.slice(at, at + PAGES_PER_BATCH).map(({ page_id }) => page_id)
    const pages = await forReaderAll(services.store.db, await textsOf(services, item.item_id, ids), visits)
    const found = new Map(pages.map((page) => [page.page_id, page]))
    for (const [n, page_id] of ids.entries()) {
      const page = found.get(page_id)
      if (!page) continue
      const { text } = await pageMarkdown(services, { page, item })
      const part = `${text.trimEnd()}\n\nSource: ${address}/${page_id}\n\n---\n\n`
      const bytes = Buffer.byteLength(part)
      if (bytes > room.bytes) {
        room.bytes = 0
        yield `${order.length - at - n} more pages of “${inOneLine(item.item_name)}” are not in this file: ${address}/llms.txt lists them.\n`
        return
      }
      room.bytes -= bytes
      yield part
    }
  }
}

/** The texts of items as one file. Nothing of it is kept in memory but the page on its way. */
export async function* fullText(services: Pick<Services, 'store' | 'config'>, items: AsyncIterable<FullItem>): AsyncGenerator<string> {
  const room: Room = { bytes: FULL_BYTES_MAX }
  let left = 0
  for await (const one of items) {
    if (room.bytes === 0) left++
    else {
      yield `# ${inOneLine(one.item.item_name)}\n\n`
      yield* pagesOf(services, one, room)
    }
  }
  if (left > 0) yield `${left} more items are not in this file.\n`
}
