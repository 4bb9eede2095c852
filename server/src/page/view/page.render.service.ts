import { createHash } from 'node:crypto'
import { type Language, Refusal, SPREADSHEET_ITEM } from '@sheaf/contract'
import type { ApiServer } from '@sheaf/description/call'
import type { ScreenText } from '@sheaf/description/compose'
import type { FieldMark } from '@sheaf/description/field-marks'
import type { Rendered, RenderOptions } from '@sheaf/markdown'
import type { ExampleRun } from '@sheaf/markdown/examples'
import { plainPage } from '@sheaf/markdown/plain-page'
import { headOf } from '../../access/access.store.ts'
import type { Scope } from '../../access/access.ts'
import { shownEnvironments } from '../../console/console.store.ts'
import { sharedOf } from '../../content/item.store.ts'
import { marksOf } from '../../content/mark.store.ts'
import { screenOf, textKey } from '../../content/page-text.store.ts'
import { type Surroundings, surroundingsOf } from '../../content/related-tables.store.ts'
import { schemaWordsStamp } from '../../content/schema-words.store.ts'
import type { Services } from '../../context.ts'
import { QueueFull } from '../../runtime/fair-queue.ts'
import { Lru } from '../../runtime/lru.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'

/** The rendered Markdown or spreadsheet of a page. */
type RenderResult = Omit<Rendered, 'needs'> & {
  needs: string[]
  /** Rendering exceeded its time or memory; a retry on an idle machine can succeed. */
  ended?: true
}

interface Task {
  text: string
  options: RenderOptions
  isSheet: boolean
  isScreen?: boolean
  /** The calls that blocks of the text show, by their info lines. */
  calls?: ScreenText['calls']
  schemas?: ScreenText['schemas']
  marks?: FieldMark[]
}

/*
 * Nearly every page takes some milliseconds. A very long page, or one that exceeds the first time limit, is rendered in a thread for long
 * tasks. So the threads for short tasks are soon free again.
 */
const short = { threads: 2, megabytes: 256, milliseconds: 3000, waiting: 2000, waitingPerOwner: 300 } satisfies Bounds
const long = { threads: 1, megabytes: 1024, milliseconds: 30_000, waiting: 500, waitingPerOwner: 50 } satisfies Bounds
const SHORT_MAX = 300_000
const triesOf = (text: string): Bounds[] => (text.length > SHORT_MAX ? [long] : [short, long])

/** Renders a text as HTML within the limits, or returns it as plain text. Tasks of one `owner` share a queue. */
export async function renderInBounds(task: Task, owner: string, tries = triesOf(task.text)): Promise<RenderResult> {
  for (const bounds of tries)
    try {
      return await inBounds<Task, RenderResult>(import.meta.url, 'render', task, { ...bounds, owner })
    } catch (error) {
      // The page was not rendered, so the client can retry.
      if (error instanceof QueueFull) throw new Refusal('tooMany')
    }
  return { ...plainPage(task.text), ended: true }
}

const results = new Lru<Promise<RenderResult>>(32 * 1024 * 1024)

/** Milliseconds after which rendering is retried if it exceeded its limits, because the machine may have been busy. */
const RETRY_DELAY_MS = 10 * 60_000

type RenderServices = Pick<Services, 'store' | 'config' | 'now'>

interface Text {
  page_id: number
  item_id: number
  version: number
  page_content: string
  is_composed: number
}

interface Use {
  /** Pages of API clients are shown as calls with code samples: on screens, not in exports. */
  isScreen?: boolean
  /** The catalogs that the reader can read; none by default. */
  visits?: Scope
  /** The last runs of its examples; they change without a save. */
  runs?: ExampleRun[] | undefined
  tries?: Bounds[]
}

/** A page's text as HTML; rendered once per version, language and shared settings of an item for API clients. */
export async function rendered(services: RenderServices, page: Text, language: Language, use: Use = {}): Promise<RenderResult> {
  // Only pages of API clients start with a brace; other pages need no query for the item.
  const isApi = /^\s*\{/.test(page.page_content)
  const shared = isApi ? await sharedOf(services, page.item_id) : ''
  const isScreen = (isApi || page.is_composed === 1) && use.isScreen === true
  // The page of a table names other tables and instances, and the overview of a database shows what people write about them.
  const { visits = 'none' } = use
  const isView = isScreen && page.is_composed === 1
  const around = isView ? await surroundingsOf(services.store.db, page, visits, services.config.SITE_TZ) : undefined
  // The marks end with their time, so they are a part of the name of what was rendered.
  const marks = isView ? await marksOf(services.store, page, services.now(), services.config.SITE_TZ) : undefined
  const words = isView ? await schemaWordsStamp(services.store.db, page.page_id) : ''
  // So are the environments that readers see at the endpoint of a call; a page without an endpoint needs no query for them.
  const isCall = isView && visits !== 'none' && /^```endpoint/m.test(page.page_content)
  const environments = isCall ? await shownEnvironments(services, page.item_id) : []
  const hashOf = (part: string) => part && createHash('sha1').update(part).digest('base64url')
  const given = [use.runs, marks, environments.length > 0 ? environments : undefined]
  const [runs, marked, places] = given.map((one) => hashOf(one ? JSON.stringify(one) : ''))
  const key = `${textKey(page)} ${language}${isScreen ? ` screen ${around?.stamp} ${marked} ${places} ${words} ` : ''}${hashOf(shared)} ${runs}`
  const known = results.get(key)
  if (known) return known
  const result = make(
    services,
    page,
    { base: services.config.BASE_PATH, language, shared, ...(use.runs ? { runs: use.runs } : {}) },
    { ...use, isScreen, marks, environments },
    around,
  )
  results.set(key, result, page.page_content.length * 8 + 1000)
  const forget = () => results.get(key) === result && results.delete(key)
  result.then(({ html, ended }) => {
    if (results.get(key) === result) results.set(key, result, html.length * 2 + 1000)
    if (ended) setTimeout(forget, RETRY_DELAY_MS).unref()
  }, forget)
  return result
}

async function make(
  { store }: RenderServices,
  page: Text,
  options: RenderOptions & { language: Language },
  { isScreen = false, tries, marks, environments }: Use & { marks: FieldMark[] | undefined; environments: ApiServer[] },
  around: Surroundings | undefined,
) {
  const head = await headOf({ store }, page.item_id)
  const isSheet = head?.item_type === SPREADSHEET_ITEM && /^\s*(?:[[{]|$)/.test(page.page_content)
  const screen = isScreen && page.is_composed === 1 ? await screenOf(store.db, page, around) : { text: page.page_content, calls: [] }
  const more = { ...(marks ? { marks } : {}), environments }
  const result = await renderInBounds({ ...screen, options, isSheet, isScreen, ...more }, String(head?.uid), tries)
  return result.ended ? { ...plainPage(page.page_content), ended: result.ended } : result
}
