import { type Anchor, carryAnchors, findAgain, makeAnchor, quoteOf } from '@sheaf/compare/anchor'
import { mergedLines, mergeLines } from '@sheaf/compare/merge'
import { render } from '@sheaf/markdown'
import { readingOf, readingOfElements } from '@sheaf/markdown/reading-text'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentOf } from '../../../../markdown/src/test/page-node.ts'
import { assertProperty } from '../../../../test/random.ts'
import { inBounds } from '../../runtime/workers.ts'
import carryHere, { type Anchored, type Found, type Task } from './place.worker.ts'

const PAGES = 10
const ANCHORS = 50
const EDITS = 100
const PEOPLE = 3
/** Versions that a worker carries at once if no reader has come before. */
const TOGETHER = 8

const words = 'order refund card stock minutes account payment address customer webhook token 订单 退款 库存 地址'.split(' ')
const sentence = (n: number) =>
  `${Array.from({ length: 6 + (n % 7) }, (_, at) => words[(n * 7 + at * at * 3 + at) % words.length]).join(' ')}.`

const block = (n: number) =>
  n % 9 === 0
    ? `## ${sentence(n)}`
    : n % 9 === 4
      ? `| Field | Meaning |\n| --- | --- |\n| f${n} | ${sentence(n)} |`
      : `${sentence(n)} ${sentence(n + 5)}`

interface Edit {
  kind: 'word' | 'sentence' | 'remove' | 'move' | 'add' | 'restore'
  at: number
  to: number
  n: number
  /** Versions before the latest that the person began with. */
  behind: number
}

/** The text of a person who changes one block. */
function edited(text: string, { kind, at, to, n }: Edit): string {
  const blocks = text.split('\n\n')
  const [from, target] = [at % blocks.length, to % blocks.length]
  const old = blocks[from] ?? ''
  const change: Record<Edit['kind'], () => void> = {
    word: () => blocks.splice(from, 1, old.replace(/\w{4,}/, words[n % words.length] ?? '')),
    sentence: () =>
      blocks.splice(from, 1, old.startsWith('|') ? `${old}\n| g${n} | ${sentence(n)} |` : `${sentence(n)} ${old.replace(/^#+ /, '')}`),
    remove: () => blocks.length > 5 && blocks.splice(from, 1),
    move: () => blocks.splice(target, 0, ...blocks.splice(from, 1)),
    add: () => blocks.splice(from, 0, block(n)),
    restore: () => {},
  }
  change[kind]()
  return blocks.join('\n\n')
}

/** The next version: the edit merged with what others saved meanwhile, or made again if both changed the same lines. */
function nextOf(versions: readonly string[], edit: Edit): string {
  const latest = versions.at(-1) ?? ''
  if (edit.kind === 'restore') return versions[edit.at % versions.length] ?? latest
  const base = versions[Math.max(0, versions.length - 1 - edit.behind)] ?? latest
  const mine = edited(base, edit)
  const merged = mergedLines(mergeLines(base.split('\n'), mine.split('\n'), latest.split('\n')))
  return merged?.join('\n') ?? edited(latest, edit)
}

const bounds = { threads: 1, megabytes: 512, milliseconds: 60_000, waiting: 10 }
const inWorker = (task: Task) => inBounds<Task, Found[]>(import.meta.url, 'place', task, bounds)
const here = (input: Task) => carryHere({ input, begun: new SharedArrayBuffer(4) }) as Found[]

/** What the browser reads: the elements of the rendered page. */
async function shown(text: string) {
  const blocks = readingOfElements(documentOf((await render(text, { language: 'en' })).html))
  return { blocks, text: blocks.map((one) => one.text).join('\n') }
}

/** One step by the reading text of the browser. */
function inBrowser(old: Awaited<ReturnType<typeof shown>>, newer: Awaited<ReturnType<typeof shown>>, places: readonly Anchored[]) {
  const known = places.filter(({ place }) => place !== 'lost')
  const carried = new Map(carryAnchors(old, newer, known).map((found, n) => [known[n], found]))
  return places.map((one) => {
    const found = carried.get(one)
    const { at, length, place } = found && found.place !== 'lost' ? found : findAgain(newer, one.anchor)
    return place === 'lost' ? { at: 0, length: 0 } : { at, length }
  })
}

/** Anchors all over a page: passages, headings and cells. */
function anchorsOf(text: string, seed: number): Anchored[] {
  const reading = readingOf(text)
  const anchors: Anchor[] = []
  for (let n = 0; anchors.length < ANCHORS; n++) {
    const { start, text: own } = reading.blocks[(n * 13 + seed) % reading.blocks.length] ?? { start: 0, text: '' }
    const from = start + ((n * 5) % Math.max(1, own.length - 12))
    const anchor = makeAnchor(reading, from, Math.min(start + own.length, from + 8 + (n % 25)), 1)
    if (anchor) anchors.push(anchor)
  }
  return anchors.map((anchor) => ({ anchor, place: 'fixed', at: anchor.at, length: anchor.length ?? anchor.quote.length }))
}

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('word', 'word', 'sentence', 'remove', 'move', 'add', 'add', 'restore'),
    at: fc.nat(200),
    to: fc.nat(200),
    n: fc.nat(500),
    behind: fc.nat(PEOPLE - 1),
  }),
  { minLength: EDITS, maxLength: EDITS },
) as fc.Arbitrary<Edit[]>

it('R41: server, worker and browser agree on every place through random edits of three people, and no place vanishes', {
  timeout: 600_000,
}, async () => {
  const seen = { fixed: 0, moved: 0, lost: 0, back: 0 }
  await assertProperty(
    fc.asyncProperty(fc.array(edits, { minLength: PAGES, maxLength: PAGES }), async (pages) => {
      for (const [number, list] of pages.entries()) {
        const first = Array.from({ length: 24 }, (_, n) => block(number * 31 + n * 4 + (n % 3))).join('\n\n')
        const versions = [first]
        let places = anchorsOf(first, number)
        let reading = await shown(first)
        let [waiting, since] = [places, [first]]
        for (const edit of list) {
          const text = nextOf(versions, edit)
          const next = await shown(text)
          expect(next.text).toBe(readingOf(text).text)
          const found = here({ kind: 'carry', texts: [versions.at(-1) ?? '', text], isCut: false, places })
          expect(inBrowser(reading, next, places)).toEqual(found.map(({ at, length }) => ({ at, length })))
          for (const [n, { place, at, length }] of found.entries()) {
            seen[place]++
            if (place !== 'lost' && places[n]?.place === 'lost') seen.back++
            const quoted = next.text.slice(at, at + length)
            expect([quoted.length, quoted.length > 0]).toEqual([length, place !== 'lost'])
            if (place === 'fixed') expect(quoteOf(quoted)).toBe(places[n]?.anchor.quote)
          }
          places = places.map(({ anchor }, n) => ({ anchor, ...(found[n] as Found) }))
          versions.push(text)
          since.push(text)
          reading = next
          if (since.length > TOGETHER || versions.length > EDITS) {
            const carried = await inWorker({ kind: 'carry', texts: since, isCut: false, places: waiting })
            expect(carried).toEqual(found)
            ;[waiting, since] = [places, [text]]
          }
        }
        expect(versions).toHaveLength(EDITS + 1)
        expect(places).toHaveLength(ANCHORS)
      }
    }),
    { numRuns: 1 },
  )
  // The edits are such that places stay, move, are lost and come back.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(50)
})
