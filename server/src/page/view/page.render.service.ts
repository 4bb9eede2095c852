import { createHash } from 'node:crypto'
import { type Language, Refusal, SPREADSHEET_ITEM } from '@sheaf/contract'
import type { Rendered, RenderOptions } from '@sheaf/markdown'
import { plainPage } from '@sheaf/markdown/plain-page'
import { headOf } from '../../access/access.store.ts'
import { sharedOf } from '../../content/item.store.ts'
import type { Services } from '../../context.ts'
import { Lru } from '../../runtime/lru.ts'
import { type Bounds, inBounds, QueueFull } from '../../runtime/workers.ts'

/** As the page's text says, or as its spreadsheet does. */
type Finished = Omit<Rendered, 'needs'> & {
  needs: string[]
  /** It ran out of time or memory; on an idle machine it might not have. */
  ended?: true
}

interface Task {
  text: string
  options: RenderOptions
  isSheet: boolean
}

/*
 * Nearly every page takes some milliseconds. One that takes longer than the first threads give it, or is very long, goes on in a
 * thread of its own kind, so that the first ones are soon free again.
 */
const short = { threads: 2, megabytes: 256, milliseconds: 3000, waiting: 2000, waitingOfOne: 300 } satisfies Bounds
const long = { threads: 1, megabytes: 1024, milliseconds: 30_000, waiting: 500, waitingOfOne: 50 } satisfies Bounds
const SHORT_MAX = 300_000
const triesOf = (text: string): Bounds[] => (text.length > SHORT_MAX ? [long] : [short, long])

/** A text as HTML within bounds, or as it was written; `owner` is whose pages wait for one another. */
export async function renderInBounds(task: Task, owner: string, tries = triesOf(task.text)): Promise<Finished> {
  for (const bounds of tries)
    try {
      return await inBounds<Task, Finished>(import.meta.url, 'render', task, { ...bounds, owner })
    } catch (error) {
      // Nothing is known of the page then: it can be asked for again.
      if (error instanceof QueueFull) throw new Refusal('tooMany')
    }
  return { ...plainPage(task.text), ended: true }
}

const finished = new Lru<Promise<Finished>>(32 * 1024 * 1024)

/** Milliseconds after which a page that ran out of time is tried again: the machine may have been at work with something else. */
const RETRY_DELAY_MS = 10 * 60_000

type Where = Pick<Services, 'store' | 'config'>

interface Text {
  page_id: number
  item_id: number
  version: number
  page_content: string
}

/** A page's text as HTML; made once per version and language, and per what the item says of all pages of API clients. */
export async function rendered(house: Where, page: Text, language: Language, tries?: Bounds[]): Promise<Finished> {
  // Only what an API client wrote begins so; other pages cost no look at their item.
  const shared = /^\s*\{/.test(page.page_content) ? await sharedOf(house, page.item_id) : ''
  const key = `${page.page_id} ${page.version} ${language}${shared && createHash('sha1').update(shared).digest('base64url')}`
  const known = finished.get(key)
  if (known) return known
  const made = make(house, page, { base: house.config.BASE_PATH, language, shared }, tries)
  finished.set(key, made, page.page_content.length * 8 + 1000)
  const forget = () => finished.get(key) === made && finished.delete(key)
  made.then(({ html, ended }) => {
    if (finished.get(key) === made) finished.set(key, made, html.length * 2 + 1000)
    if (ended) setTimeout(forget, RETRY_DELAY_MS).unref()
  }, forget)
  return made
}

async function make({ store }: Where, page: Text, options: { base: string; language: Language; shared: string }, tries?: Bounds[]) {
  const head = await headOf({ store }, page.item_id)
  const isSheet = head?.item_type === SPREADSHEET_ITEM && /^\s*(?:[[{]|$)/.test(page.page_content)
  return renderInBounds({ text: page.page_content, options, isSheet }, String(head?.uid), tries)
}
