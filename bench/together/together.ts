import { type Row, report } from '../report.ts'
import { measureAnchors } from './anchors.ts'
import { measureComments } from './comments.ts'
import { measureFloods } from './floods.ts'
import { measureLogouts } from './logouts.ts'
import { measureMoves } from './moves.ts'
import { measureNews } from './news.ts'
import { measureReviews } from './reviews.ts'
import { measureSecondStep } from './second-step.ts'

/*
 * What people do together: comments and feedback, in turns with ShowDoc 3.9 if SHOWDOC is a folder with its source, places of comments,
 * news and mail of those who watch, reviews, moves of many pages, the second step of signing in, hostile feedback and forged logout tokens.
 * PARTS selects some of it.
 */
const env = (name: string, first: string) => process.env[name] ?? first
const parts = env('PARTS', 'anchors,comments,news,reviews,moves,second-step,floods,logouts').split(',')
const kinds = env('DATABASES', 'sqlite,postgres').split(',')
const seconds = Number(env('SECONDS', '3'))
const ofEach = async (measure: (kind: string) => Promise<Row[]>) => {
  const rows: Row[] = []
  for (const kind of kinds) rows.push(...(await measure(kind)))
  return rows
}
const measures: Record<string, () => Row[] | Promise<Row[]>> = {
  anchors: measureAnchors,
  comments: () => measureComments(seconds, process.env['SHOWDOC']),
  news: () =>
    ofEach((kind) => measureNews(kind, seconds, { watchers: Number(env('WATCHERS', '10000')), digests: Number(env('DIGESTS', '5000')) })),
  reviews: () => ofEach((kind) => measureReviews(kind, Number(env('PAGES', '100000')))),
  moves: () => ofEach((kind) => measureMoves(kind, 2000)),
  'second-step': measureSecondStep,
  floods: () => ofEach(measureFloods),
  logouts: () => ofEach(measureLogouts),
}
const rows: Row[] = []
for (const part of parts) {
  const made = await measures[part]?.()
  if (!made) throw new Error(`There is no part ${part}`)
  console.log(`\n${report(made)}`)
  rows.push(...made)
}
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)
