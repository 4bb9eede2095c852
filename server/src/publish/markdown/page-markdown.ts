import { createHash } from 'node:crypto'
import { Refusal } from '@sheaf/contract/errors'
import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { estimateTokens } from '@sheaf/markdown/tokens'
import type { ItemHead } from '../../access/access.store.ts'
import { sharedOf } from '../../content/item.store.ts'
import { textKey } from '../../content/page-text.store.ts'
import type { Services } from '../../context.ts'
import { QueueFull } from '../../runtime/fair-queue.ts'
import { Lru } from '../../runtime/lru.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { rootOf } from '../address.ts'
import { withTitle } from './links.ts'
import type { Made, Task } from './markdown.worker.ts'
import { textLanguage } from './text-language.ts'

/** What the Markdown of a page is made from. */
interface MarkdownSource {
  page: { page_id: number; page_title: string; page_content: string; version: number; is_composed: number }
  item: Pick<ItemHead, 'item_id' | 'item_type' | 'uid'>
}

const bounds = { threads: 2, megabytes: 256, milliseconds: 5000, waiting: 2000, waitingPerOwner: 300 } satisfies Bounds
/** Up to this many characters, a text without links is counted on the event loop, in less time than a thread needs to answer. */
const DIRECT_MAX_CHARS = 20_000
/** Signs of a link or a picture in Markdown and in HTML. */
const LINKS = /\]\s*[(:]|\b(?:href|src)\s*=/i

const results = new Lru<Promise<Made>>(32 * 1024 * 1024)

/**
 * A page as Markdown for programs: pages of API clients and spreadsheets are converted, links to pages lead to their Markdown, and
 * addresses of this site are absolute. Its first line is the title. It is made once per version, in a thread with limits; a text
 * that exceeds them is returned as it is stored.
 */
export async function pageMarkdown(services: Pick<Services, 'store' | 'config'>, { page, item }: MarkdownSource): Promise<Made> {
  const isSheet = item.item_type === SPREADSHEET_ITEM
  const isConverted = isSheet || /^\s*\{/.test(page.page_content)
  const shared = isConverted && !isSheet ? await sharedOf(services, item.item_id) : ''
  const of = createHash('sha1').update(`${page.page_title}\n${shared}`).digest('base64url')
  const key = `${textKey(page)} ${of} ${isSheet} ${rootOf(services.config)}`
  const known = results.get(key)
  if (known) return known
  const { PUBLIC_URL, BASE_PATH } = services.config
  const task: Task = {
    title: page.page_title,
    content: page.page_content,
    converts: isConverted ? { isSheet, shared, language: textLanguage(page.page_content) } : undefined,
    site: { root: rootOf(services.config), base: BASE_PATH, origin: PUBLIC_URL ? new URL(PUBLIC_URL).origin : undefined },
  }
  const result = make(task, String(item.uid))
  results.set(key, result, page.page_content.length * 4 + 1000)
  const forget = () => results.get(key) === result && results.delete(key)
  result.then(({ text, isWhole }) => (isWhole ? results.set(key, result, text.length * 2 + 1000) : forget()), forget)
  return result
}

async function make(task: Task, owner: string): Promise<Made> {
  const { title, content, converts } = task
  const asStored = (isWhole: boolean): Made => {
    const text = withTitle(title, content)
    return { text, tokens: estimateTokens(text), isWhole }
  }
  if (!converts && content.length <= DIRECT_MAX_CHARS && !LINKS.test(content)) return asStored(true)
  try {
    return await inBounds<Task, Made>(import.meta.url, 'markdown', task, { ...bounds, owner })
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('tooMany')
    return asStored(false)
  }
}
