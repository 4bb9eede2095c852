import type { ShapeOfAnswers } from '@sheaf/description/shape'
import { type Call, Refused, type Upload } from './call.ts'

interface SitePage {
  page_id: string
  page_title: string
  addtime: string
}

interface SiteCatalog {
  cat_name: string
  pages?: SitePage[]
  catalogs?: SiteCatalog[]
}

interface SiteTree {
  pages?: SitePage[]
  catalogs?: SiteCatalog[]
}

interface LocatedPage extends SitePage {
  place: string[]
}

/** A name as the site stores it: in one line, where tabs and line breaks are a blank. */
const stored = (name: string) => name.replace(/\s+/g, (blanks) => (/[\t-\r\u0085\u2028\u2029]/.test(blanks) ? ' ' : blanks)).trim()

/** The lookup key of a place and a title. */
export const keyOf = (place: string[], title: string): string => [...place, title].map(stored).join('\n')

export interface PageMap {
  byPlace: Map<string, LocatedPage>
  byId: Map<string, LocatedPage>
}

/** All pages of the item by place and by id. Of two pages at the same place the first is used, as on the site. */
function pageMap(tree: SiteTree): PageMap {
  const map: PageMap = { byPlace: new Map(), byId: new Map() }
  const walk = ({ pages = [], catalogs = [] }: SiteTree, place: string[]) => {
    for (const page of pages) {
      const located = { ...page, page_id: String(page.page_id), place }
      const key = keyOf(place, page.page_title)
      if (!map.byPlace.has(key)) map.byPlace.set(key, located)
      map.byId.set(located.page_id, located)
    }
    for (const catalog of catalogs) walk(catalog, [...place, catalog.cat_name])
  }
  walk(tree, [])
  return map
}

export interface PageRow {
  page_id: string
  item_id: string
  page_title: string
  page_content: string
  s_number: string
}

interface NewPage {
  place: string[]
  title: string
  content: string
  number?: number | undefined
}

/** What a push did to a source. `checked`: it only compared. `held`: too much would go. `older`: the site has a later commit. */
/** A source of an item: what can be described of it, and what the database and people describe. */
interface SiteSource {
  name: string
  describable: string
  described: string
  described_here: string
}

export interface SourceReport {
  source_id: string
  version_id: string
  seq: string
  state: 'applied' | 'same' | 'held' | 'older' | 'checked'
  parts: number
  made: number
  changed: number
  binned: number
  kept: number
  gone: number
  /** Pages of earlier pushes that are those of the source now. */
  adopted?: number
  /** Of the first parts that are gone. */
  gone_titles: string[]
  problems: { name: string; reason: string }[]
  /** Numbers of changes of the API, and the first of them as sentences, the worst first. */
  breaking: number
  risky: number
  safe: number
  words: number
  changes: { class: string; text: string; is_accepted: number }[]
  /** Those of them that a manager of the item has accepted. */
  breaking_accepted: number
  risky_accepted: number
}

/** A proof of a page that a build checks. */
export interface Proof {
  proof_id: string
  page_id: string
  page_title: string
  heading: string
  target: string
  path: string
  selector: string
  /** The seal that a person accepted; '' if none did. */
  accepted: string
}

/** What was seen of a proof: a seal or a problem. */
interface ProofResult {
  proof_id: string
  target: string
  seal?: string
  problem?: string
}

/** A request on a page, with what is expected of its answer. */
/** What an API documents about the answers of an operation. */
export interface Documented extends ShapeOfAnswers {
  /** It has more fields than the site sent. */
  is_cut: boolean
}

export interface Example {
  page_id: string
  page_title: string
  /** The address of the page. */
  url: string
  name: string
  env: string
  /** Of its text. */
  seal: string
  /** A status, or its first digit as `2xx`. */
  expect: string
  /** Its author allows that it changes something. */
  is_unsafe: boolean
  method: string
  address: string
  headers: { name: string; value: string }[]
  body: string
  /** The text of the expected answer, '' without. */
  response: string
  /** Undefined for a request that is not one of the operation of its page. */
  documented: Documented | undefined
}

interface ExampleResult extends Pick<Example, 'page_id' | 'name' | 'env' | 'seal'> {
  state: string
  status: number
  ms: number
  paths: { path: string; problem: string }[]
}

/** The same for the same example, in one answer and in the next. */
export const exampleKey = ({ page_id, name, env }: Pick<Example, 'page_id' | 'name' | 'env'>): string =>
  JSON.stringify([String(page_id), name, env])

/** The states of the pages of an item or of a catalog, and the pages that need a look. */
export interface SiteTruth {
  counts: Record<'gone' | 'stale' | 'due' | 'unchecked' | 'fresh', string | number>
  stale: { page_id: string; page_title: string; state: string; url: string }[]
}

/** The item of an API key and token. */
export interface Site {
  pages: () => Promise<PageMap>
  page: (page_id: string) => Promise<PageRow | undefined>
  /** Creates the page, or updates the page with this title at this place. */
  put: (page: NewPage) => Promise<PageRow>
  remove: (page_id: string) => Promise<void>
  /** Makes a source, or brings it up to date. Undefined if it was only to be compared and does not exist. */
  pushSource: (fields: Record<string, string>, file: Upload) => Promise<SourceReport | undefined>
  /** The source of this name; undefined if the item has none. */
  sourceNamed: (name: string) => Promise<SiteSource | undefined>
  /** All proofs of a repository; those that are addresses without one. */
  proofs: (repo: string) => Promise<Proof[]>
  /** Reports what was seen. Answers the state of each proof. */
  reportProofs: (repo: string, ref: string, results: ProofResult[]) => Promise<Map<string, string>>
  /** The examples of an environment in a catalog, '' for the item. Undefined if there is no such catalog. */
  examples: (env: string, catalog: string) => Promise<Example[] | undefined>
  /** Reports runs. Answers the state of each example by its `exampleKey`. */
  reportExamples: (env: string, ref: string, results: ExampleResult[]) => Promise<Map<string, string>>
  /** The states of the pages of a catalog, '' for the item. Undefined if there is no such catalog. */
  truth: (catalog: string) => Promise<SiteTruth | undefined>
}

/** Rows of one call. */
const ROWS = 1000

async function allProofs(call: Call, repo: string): Promise<Proof[]> {
  const proofs = new Map<string, Proof>()
  for (let page = 1; ; page++) {
    const { list, total } = await call<{ list: Proof[]; total: string }>('open/getProofs', {
      repo,
      page: String(page),
      count: String(ROWS),
    })
    for (const proof of list)
      proofs.set(String(proof.proof_id), { ...proof, proof_id: String(proof.proof_id), page_id: String(proof.page_id) })
    if (list.length === 0 || page * ROWS >= Number(total)) return [...proofs.values()]
  }
}

async function reportAll(call: Call, repo: string, ref: string, results: ProofResult[]): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  for (let from = 0; from < results.length; from += ROWS) {
    const fields = { repo, ref, results: JSON.stringify(results.slice(from, from + ROWS)) }
    const answer = await call<{ results: { proof_id: string; state: string }[] }>('open/reportProofs', fields)
    for (const { proof_id, state } of answer.results) states.set(String(proof_id), state)
  }
  return states
}

/** Examples of one call. */
const EXAMPLES = 100

interface ExamplesAnswer {
  list: (Omit<Example, 'is_unsafe' | 'documented'> & { is_unsafe: string; is_documented?: string })[]
  total: string
  documented?: (Documented & { page_id: string })[]
}

async function allExamples(call: Call, env: string, catalog: string): Promise<Example[]> {
  const examples = new Map<string, Example>()
  for (let page = 1; ; page++) {
    const fields = { env, cat_name: catalog, page: String(page), count: String(EXAMPLES) }
    // A site of an earlier version documents nothing.
    const { list, total, documented = [] } = await call<ExamplesAnswer>('open/getExamples', fields)
    const shapes = new Map(documented.map((one) => [String(one.page_id), one]))
    for (const { is_documented, ...one } of list) {
      const page_id = String(one.page_id)
      const shape = String(is_documented) === '1' ? shapes.get(page_id) : undefined
      examples.set(exampleKey(one), { ...one, page_id, is_unsafe: String(one.is_unsafe) === '1', documented: shape })
    }
    if (list.length === 0 || page * EXAMPLES >= Number(total)) return [...examples.values()]
  }
}

async function reportRuns(call: Call, env: string, ref: string, results: ExampleResult[]): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  for (let from = 0; from < results.length; from += ROWS) {
    const fields = { env, ref, results: JSON.stringify(results.slice(from, from + ROWS)) }
    const answer = await call<{ results: { page_id: string; name: string; env: string; state: string }[] }>('open/reportExamples', fields)
    for (const one of answer.results) states.set(exampleKey(one), one.state)
  }
  return states
}

/** Error of the site for a missing page. */
const NOT_FOUND = 10101
const whenNotFound =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Refused && error.code === NOT_FOUND) return value
    throw error
  }

export const siteOf = (call: Call): Site => ({
  pages: async () => pageMap(await call<SiteTree>('open/getCatalogTree')),
  page: (page_id) => call<PageRow>('open/getPage', { page_id }).catch(whenNotFound(undefined)),
  put: ({ place, title, content, number }) =>
    call<PageRow>('open/updatePage', {
      cat_name: place.join('/'),
      page_title: title,
      page_content: content,
      ...(number === undefined ? {} : { s_number: String(number) }),
    }),
  remove: (page_id) => call('open/deletePage', { page_id }).then(() => {}, whenNotFound(undefined)),
  pushSource: (fields, file) =>
    call<SourceReport>('open/pushSource', fields, file).catch((error: unknown) => {
      if (fields['mode'] === 'check' && error instanceof Refused && error.reason === 'notFound') return undefined
      throw error
    }),
  sourceNamed: async (name) => (await call<SiteSource[]>('open/getSources', {})).find((one) => one.name === name),
  proofs: (repo) => allProofs(call, repo),
  reportProofs: (repo, ref, results) => reportAll(call, repo, ref, results),
  examples: (env, catalog) =>
    allExamples(call, env, catalog).catch((error: unknown) => {
      if (error instanceof Refused && error.reason === 'notFound') return undefined
      throw error
    }),
  reportExamples: (env, ref, results) => reportRuns(call, env, ref, results),
  truth: (catalog) =>
    call<SiteTruth>('open/getTruth', { cat_name: catalog }).catch((error: unknown) => {
      if (error instanceof Refused && error.reason === 'notFound') return undefined
      throw error
    }),
})
