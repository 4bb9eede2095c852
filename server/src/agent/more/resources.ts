import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server'
import { isId, Refusal } from '@sheaf/contract'
import { itemLlms } from '../../publish/llms/item-llms.ts'
import { fileOf, pageDocument } from '../../publish/markdown/page-document.ts'
import { itemsWithin } from '../../search/search.store.ts'
import { openItem, openPage, reachFor } from '../access.ts'
import { plain } from '../text/plain.ts'
import type { Asker } from '../tool.ts'

const ITEMS_PER_PAGE = 100
const MARKDOWN = 'text/markdown'

export const resourceTemplates: ResourceTemplateType[] = [
  { uriTemplate: 'sheaf://page/{id}', name: 'page', title: 'A page as Markdown', mimeType: MARKDOWN },
]

/** The items that the caller can read, in the order of their numbers. A cursor is the number of the last one. */
export async function listItems(asker: Asker, cursor = '0'): Promise<ListResourcesResult> {
  if (!isId(cursor)) throw new Refusal('cursorUnknown')
  const items = (await itemsWithin(asker.ctx, await reachFor(asker)))
    .filter(({ item_id }) => item_id > Number(cursor))
    .sort((a, b) => a.item_id - b.item_id)
  const shown = items.slice(0, ITEMS_PER_PAGE)
  const last = shown.at(-1)
  return {
    resources: shown.map(({ item_id, item_name, item_description }) => ({
      uri: `sheaf://item/${item_id}`,
      name: plain(item_name),
      description: plain(item_description),
      mimeType: MARKDOWN,
    })),
    ...(last && items.length > ITEMS_PER_PAGE ? { nextCursor: String(last.item_id) } : {}),
  }
}

/** `sheaf://item/12`: its llms.txt; `sheaf://page/345`: its Markdown. */
export async function readResource(asker: Asker, uri: string): Promise<ReadResourceResult> {
  const [, kind, id = ''] = /^sheaf:\/\/(item|page)\/(.+)$/.exec(uri) ?? []
  if (kind === undefined) throw new Refusal('notFound')
  const given = decoded(id)
  const text =
    kind === 'item'
      ? ((await itemLlms(asker.ctx, { ...(await openItem(asker, given)), cat_id: 0 })) ?? '')
      : fileOf(await pageDocument(asker.ctx, await openPage(asker, given)))
  return { contents: [{ uri, mimeType: MARKDOWN, text }] }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
