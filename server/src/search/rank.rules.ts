import type { Phrase } from '../db/search/tokens.ts'
import { shareIn } from './match.rules.ts'

const flat = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Where it was found decides; what is between the classes (under a hundred) orders within one. */
export const classes = { exact: 1000, begins: 850, contains: 700, title: 600, heading: 400, partly: 200, text: 100 } as const

/** How well a name answers the keyword; 0 when it says nothing of it. */
export function nameScore(name: string, keyword: string, wanted: Phrase[]): number {
  const [line, sought] = [flat(name), flat(keyword)]
  if (line === sought) return classes.exact
  if (line.startsWith(sought)) return classes.begins
  if (line.includes(sought)) return classes.contains
  const share = shareIn(name, wanted)
  if (share === 1) return classes.title
  return share > 0 ? classes.partly + 99 * share : 0
}

const DAY = 86_400
const NUDGE = 40

/** What was changed lately is a little more likely to be meant. */
export const recencyScore = (addtime: number, now: number) => NUDGE * 0.5 ** (Math.max(0, now - addtime) / (60 * DAY))

const OFTEN = 20

/** 0 to 40: a page that speaks of it again and again before one that mentions it. */
export function frequencyScore(text: string, word: string): number {
  if (word === '') return 0
  const lower = text.toLowerCase()
  let count = 0
  for (let at = lower.indexOf(word); at >= 0 && count < OFTEN; at = lower.indexOf(word, at + word.length)) count++
  return (40 * Math.log(1 + count)) / Math.log(1 + OFTEN)
}
