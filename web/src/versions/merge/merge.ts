import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { type Content, contentOf, type Saver } from '../../writing/saver.ts'
import { type Hunk, hunksOf, linesOf } from '../diff/lines.ts'
import { sameRuns } from '../diff/sequence.ts'

/**
 * A stretch of three texts. Put together, `base`, `mine` and `theirs` of all regions are the three texts again, so no line of
 * anybody can get lost. 'agreed': both did the same.
 */
export interface Region {
  kind: 'same' | 'mine' | 'theirs' | 'agreed' | 'conflict'
  base: string[]
  mine: string[]
  theirs: string[]
}

type Lines = readonly string[]

const equal = (a: Lines, b: Lines) => a.length === b.length && a.every((line, at) => line === b[at])
const between = (from: Lines, to: Lines) => hunksOf(sameRuns(from, to), from.length, to.length)

/** Changes meet when they share a line; an insertion meets what begins or ends at its place, because the order would be a guess. */
const overlaps = ([from, to]: Hunk, start: number, end: number) => from < end || (from === end && (from === to || start === end))

/** Hunks of both sides that meet each other, as one stretch of the base. */
function groups(mine: Hunk[], theirs: Hunk[]) {
  const found: { from: number; to: number; mine: Hunk[]; theirs: Hunk[] }[] = []
  const all = [...mine.map((hunk) => ({ hunk, side: 'mine' as const })), ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const }))]
  all.sort((a, b) => a.hunk[0] - b.hunk[0] || a.hunk[1] - b.hunk[1])
  for (const { hunk, side } of all) {
    const last = found.at(-1)
    if (last && overlaps(hunk, last.from, last.to)) {
      last.to = Math.max(last.to, hunk[1])
      last[side].push(hunk)
    } else found.push({ from: hunk[0], to: hunk[1], mine: [], theirs: [], [side]: [hunk] })
  }
  return found
}

/** How far a text has run ahead of the base before and after these hunks, as a slice of it. */
const sideOf = (text: Lines, from: number, to: number, hunks: Hunk[], ahead: number) => {
  const last = hunks.at(-1)
  const after = last ? last[3] - last[1] : ahead
  return { lines: text.slice(from + ahead, to + after), ahead: after }
}

/** What both have at the beginning and at the end of a conflict is none. */
function trimmed(base: string[], mine: string[], theirs: string[]): Region[] {
  let head = 0
  while (head < mine.length && head < theirs.length && mine[head] === theirs[head]) head++
  let tail = 0
  const most = Math.min(mine.length, theirs.length) - head
  while (tail < most && mine.at(-1 - tail) === theirs.at(-1 - tail)) tail++
  const agreed = (lines: string[]): Region[] => (lines.length ? [{ kind: 'agreed', base: [], mine: lines, theirs: lines }] : [])
  const inner = (lines: string[]) => lines.slice(head, lines.length - tail)
  return [
    ...agreed(mine.slice(0, head)),
    { kind: 'conflict', base, mine: inner(mine), theirs: inner(theirs) },
    ...agreed(mine.slice(mine.length - tail)),
  ]
}

function regionsOf(base: string[], mine: string[], theirs: string[]): Region[] {
  if (equal(mine, theirs)) return [{ kind: 'agreed', base, mine, theirs }]
  if (equal(theirs, base)) return [{ kind: 'mine', base, mine, theirs }]
  if (equal(mine, base)) return [{ kind: 'theirs', base, mine, theirs }]
  return trimmed(base, mine, theirs)
}

/** Three texts with a common origin: what only one side changed is taken over, what both changed in one place is a conflict. */
export function mergeLines(base: Lines, mine: Lines, theirs: Lines): Region[] {
  const regions: Region[] = []
  let at = 0
  let [aheadMine, aheadTheirs] = [0, 0]
  const same = (to: number) => {
    if (to <= at) return
    const lines = base.slice(at, to)
    regions.push({ kind: 'same', base: lines, mine: lines, theirs: lines })
  }
  for (const group of groups(between(base, mine), between(base, theirs))) {
    same(group.from)
    const my = sideOf(mine, group.from, group.to, group.mine, aheadMine)
    const their = sideOf(theirs, group.from, group.to, group.theirs, aheadTheirs)
    ;[aheadMine, aheadTheirs] = [my.ahead, their.ahead]
    regions.push(...regionsOf(base.slice(group.from, group.to), my.lines, their.lines))
    at = group.to
  }
  same(base.length)
  return regions
}

/** Two texts of unknown origin: every difference is to be decided. */
export function compareLines(mine: Lines, theirs: Lines): Region[] {
  const regions: Region[] = []
  let at = 0
  const same = (to: number) => {
    const lines = mine.slice(at, to)
    if (lines.length) regions.push({ kind: 'same', base: lines, mine: lines, theirs: lines })
  }
  for (const [m0, m1, t0, t1] of between(mine, theirs)) {
    same(m0)
    regions.push({ kind: 'conflict', base: [], mine: mine.slice(m0, m1), theirs: theirs.slice(t0, t1) })
    at = m1
  }
  same(mine.length)
  return regions
}

/** A title or a catalog: the value to go on with, and whether both changed it to something different. */
export function mergeValue(base: string | undefined, mine: string, theirs: string) {
  if (mine === theirs || theirs === base) return { value: mine, conflict: false }
  if (mine === base) return { value: theirs, conflict: false }
  return { value: mine, conflict: true }
}

export interface Theirs {
  version: string
  author_username: string
  addtime: string
  content: Content
}

export interface Sources {
  /** What both began from, or undefined when nobody knows any more. */
  base: Content | undefined
  theirs: Theirs
}

type Page = Awaited<ReturnType<typeof api.page.info>>

/** Each save keeps one state, so the state that was version v stands as far back as there were saves since. */
async function contentAt(page: Page, version: string): Promise<Content | undefined> {
  const { page_id } = page
  const back = Number(page.version) - Number(version) - 1
  if (back < 0) return contentOf(page)
  const state = (await api.page.history(withoutLoginRedirect({ page_id, brief: '1' })))[back]
  if (!state) return undefined
  const { page: now, history_page } = await api.page.diff(withoutLoginRedirect({ page_id, page_history_id: state.page_history_id }))
  // Somebody saved between the two questions: then the count is off.
  return now.version === page.version ? contentOf(history_page) : undefined
}

/** The newer version as it is now, and the one that was loaded here. */
export async function loadSources(page_id: string, origin: ReturnType<Saver['origin']>): Promise<Sources> {
  const page = await api.page.info(withoutLoginRedirect({ page_id }))
  const { version, author_username, addtime } = page
  const base = origin.content ?? (await contentAt(page, origin.version).catch(() => undefined))
  return { base, theirs: { version, author_username, addtime, content: contentOf(page) } }
}

/** How the three versions meet: the text in regions, title and catalog as values. */
export function startMerge({ base, theirs }: Sources, mine: Content) {
  const [my, their] = [linesOf(mine.text), linesOf(theirs.content.text)]
  const regions = base ? mergeLines(linesOf(base.text), my, their) : compareLines(my, their)
  const title = mergeValue(base?.title, mine.title, theirs.content.title).value
  const cat_id = mergeValue(base?.cat_id, mine.cat_id, theirs.content.cat_id).value
  return { regions, value: { title, cat_id, text: '' } }
}
