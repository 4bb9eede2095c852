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

/** The lookup key of a place and a title. */
export const keyOf = (place: string[], title: string): string => [...place, title].join('\n')

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
  /** All proofs of a repository; those that are addresses without one. */
  proofs: (repo: string) => Promise<Proof[]>
  /** Reports what was seen. Answers the state of each proof. */
  reportProofs: (repo: string, ref: string, results: ProofResult[]) => Promise<Map<string, string>>
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
  proofs: (repo) => allProofs(call, repo),
  reportProofs: (repo, ref, results) => reportAll(call, repo, ref, results),
  truth: (catalog) =>
    call<SiteTruth>('open/getTruth', { cat_name: catalog }).catch((error: unknown) => {
      if (error instanceof Refused && error.reason === 'notFound') return undefined
      throw error
    }),
})
