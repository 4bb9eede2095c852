import { type Heading, outline } from '@sheaf/markdown/outline'
import type { Services } from '../context.ts'
import { type Candidate, type Reach, type SearchQuery, withSearchQuery } from '../db/search/candidates.ts'
import { HEADING, needsOf, type Phrase, phrases, TITLE, titleKey } from '../db/search/lexemes.ts'
import { searchText } from '../db/search/page-lexemes.ts'
import { classes, containsAll, frequencyScore, nameScore, recencyScore, shareIn } from './search.rules.ts'
import { type PageRow, pagesOf } from './search.store.ts'

type SearchServices = Pick<Services, 'store' | 'now'>

export interface Found extends Omit<PageRow, 'page_content'> {
  /** The text of the page as a reader sees it. */
  text: string
  /** The headings that contain all search words. */
  headings: Heading[]
  inTitle: boolean
  score: number
}

interface Options {
  /** Maximum number of results. */
  limit: number
  /** Maximum number of candidates from the index for each of title, headings and text. */
  most: number
  /** Minimum number of characters of a prefix in texts; shorter ones match only in titles and headings. */
  from: number
}

/** Number of additional texts that are examined to find the best results. */
const EXTRA_TEXTS = 20
const BATCH = 20
/** Maximum number of characters that one search examines, and the number after which other work gets a turn. */
const READ_MAX = 8_000_000
const READ_TURN = 500_000

/** The best pages within a reach that contain every search word, best first. Never throws, for any keyword. */
export async function findPages(services: SearchServices, reach: Reach, keyword: string, options: Options): Promise<Found[]> {
  const wanted = phrases(keyword)
  if (wanted.length === 0) return []
  const named = await withSearchQuery(services.store, reach, (query) => candidates(query, keyword, wanted, options))
  const found: Found[] = []
  let read = 0
  for (let at = 0; at < named.length && found.length < options.limit + EXTRA_TEXTS && read < READ_MAX; at += BATCH) {
    for (const row of await pagesOf(services, reach, named.slice(at, at + BATCH))) {
      const turn = Math.floor(read / READ_TURN)
      read += row.page_content.length
      const page = rank(row, keyword, wanted, services.now())
      if (page) found.push(page)
      if (Math.floor(read / READ_TURN) > turn) await new Promise(setImmediate)
    }
  }
  return found.sort((a, b) => b.score - a.score || b.page_id - a.page_id).slice(0, options.limit)
}

/** The candidates from the index, the most promising first. */
async function candidates(query: SearchQuery, keyword: string, wanted: Phrase[], { limit, most, from }: Options): Promise<Candidate[]> {
  const all = new Map<number, Candidate & { score: number }>()
  const add = (rows: Candidate[], least: number) => {
    for (const row of rows)
      if (!all.has(row.page_id)) all.set(row.page_id, { ...row, score: Math.max(least, nameScore(row.page_title, keyword, wanted)) })
    return rows.length
  }
  const titled = add(await query(needsOf(wanted, TITLE), most), classes.title)
  // The limit may have cut off an older page with exactly this title.
  if (titled === most) add(await query([{ lexeme: titleKey(keyword), prefix: false }], limit), classes.exact)
  add(await query(needsOf(wanted, HEADING), most), classes.heading)
  const whole = add(await query(needsOf(wanted, '', Number.POSITIVE_INFINITY), most), classes.text)
  if (whole < most && wanted.some((phrase) => phrase.prefix)) add(await query(needsOf(wanted, '', from), most), classes.text)
  return [...all.values()].sort((a, b) => b.score - a.score || b.page_id - a.page_id)
}

function rank({ page_content, ...row }: PageRow, keyword: string, wanted: Phrase[], now: number): Found | undefined {
  const text = searchText(page_content)
  if (!containsAll(row.page_title, text, wanted)) return undefined
  const named = nameScore(row.page_title, keyword, wanted)
  const inTitle = named >= classes.title
  const headings = outline(text).filter((heading) => shareIn(heading.text, wanted) === 1)
  const place = inTitle ? named : headings.length ? classes.heading : Math.max(classes.text, named)
  const score = place + recencyScore(row.addtime, now) + frequencyScore(text, wanted[0]?.word.toLowerCase() ?? '')
  return { ...row, text, headings, inTitle, score }
}
