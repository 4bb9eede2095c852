import { type Heading, outline } from '@sheaf/markdown/outline'
import type { Services } from '../context.ts'
import { type Ask, type Candidate, type Reach, withSearchQuery } from '../db/search/candidates.ts'
import { HEADING, needsOf, type Phrase, phrases, TITLE, titleKey } from '../db/search/lexemes.ts'
import { searchText } from '../db/search/search.ts'
import { classes, containsAll, frequencyScore, nameScore, recencyScore, shareIn } from './search.rules.ts'
import { type PageRow, pagesOf } from './search.store.ts'

type Where = Pick<Services, 'store' | 'now'>

export interface Found extends Omit<PageRow, 'page_content'> {
  /** Its words as a reader sees them. */
  text: string
  /** Those of its headings that hold all that was typed. */
  headings: Heading[]
  inTitle: boolean
  score: number
}

interface Options {
  /** Pages of the answer. */
  limit: number
  /** Pages that the index names for each place they may hold it at. */
  most: number
  /** Beginnings of so many letters and more stand for longer words in texts; shorter ones only in titles and headings. */
  from: number
}

/** Texts looked at beyond those of the answer, so that the best of them are in it. */
const MORE = 20
const BATCH = 20
/** Characters looked at for one question, and after how many others have their turn. */
const READ_MAX = 8_000_000
const READ_TURN = 500_000

/** The best pages within a reach that hold every word of the keyword, the best first. Never fails, whatever was typed. */
export async function findPages(where: Where, reach: Reach, keyword: string, options: Options): Promise<Found[]> {
  const wanted = phrases(keyword)
  if (wanted.length === 0) return []
  const named = await withSearchQuery(where.store, reach, (ask) => candidates(ask, keyword, wanted, options))
  const found: Found[] = []
  let read = 0
  for (let at = 0; at < named.length && found.length < options.limit + MORE && read < READ_MAX; at += BATCH) {
    for (const row of await pagesOf(where, reach, named.slice(at, at + BATCH))) {
      const before = Math.floor(read / READ_TURN)
      read += row.page_content.length
      const page = looked(row, keyword, wanted, where.now())
      if (page) found.push(page)
      if (Math.floor(read / READ_TURN) > before) await new Promise(setImmediate)
    }
  }
  return found.sort((a, b) => b.score - a.score || b.page_id - a.page_id).slice(0, options.limit)
}

/** What the index names, in the order in which it is worth looking at. */
async function candidates(ask: Ask, keyword: string, wanted: Phrase[], { limit, most, from }: Options): Promise<Candidate[]> {
  const all = new Map<number, Candidate & { score: number }>()
  const add = (rows: Candidate[], least: number) => {
    for (const row of rows)
      if (!all.has(row.page_id)) all.set(row.page_id, { ...row, score: Math.max(least, nameScore(row.page_title, keyword, wanted)) })
    return rows.length
  }
  const titled = add(await ask(needsOf(wanted, TITLE), most), classes.title)
  // Of so many one that is called exactly so may be too old to be among them.
  if (titled === most) add(await ask([{ lexeme: titleKey(keyword), prefix: false }], limit), classes.exact)
  add(await ask(needsOf(wanted, HEADING), most), classes.heading)
  const whole = add(await ask(needsOf(wanted, '', Number.POSITIVE_INFINITY), most), classes.text)
  if (whole < most && wanted.some((phrase) => phrase.prefix)) add(await ask(needsOf(wanted, '', from), most), classes.text)
  return [...all.values()].sort((a, b) => b.score - a.score || b.page_id - a.page_id)
}

function looked({ page_content, ...row }: PageRow, keyword: string, wanted: Phrase[], now: number): Found | undefined {
  const text = searchText(page_content)
  if (!containsAll(row.page_title, text, wanted)) return undefined
  const named = nameScore(row.page_title, keyword, wanted)
  const inTitle = named >= classes.title
  const headings = outline(text).filter((heading) => shareIn(heading.text, wanted) === 1)
  const place = inTitle ? named : headings.length ? classes.heading : Math.max(classes.text, named)
  const score = place + recencyScore(row.addtime, now) + frequencyScore(text, wanted[0]?.word.toLowerCase() ?? '')
  return { ...row, text, headings, inTitle, score }
}
