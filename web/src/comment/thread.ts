import type { Answer } from '@sheaf/contract/client'

export type Listed = Answer<'comment', 'getList'>
export type Thread = Listed['threads'][number]
export type Comment = Thread['comments'][number]

/** The words that a thread is about, as `comment/add` takes them. */
export interface Anchor {
  kind: Thread['kind']
  version: number
  heading?: string
  quote?: string
  length?: number
  before?: string
  after?: string
  at?: number
}

/** What a new thread is about; without an anchor, the whole page. */
export interface Target {
  anchor: Anchor | undefined
  quote: string
}

export const isLost = ({ state, place }: Thread) => state === 'open' && place === 'lost'

/** The comments of a thread that have a text. */
export const countOf = ({ comments }: Thread) => comments.filter(({ is_deleted }) => is_deleted === '0').length

const HALF = 200

/** The words of a long thread have a gap between their beginning and their end. */
export const quoteText = ({ quote, quote_length }: Pick<Thread, 'quote' | 'quote_length'>) =>
  Number(quote_length) > quote.length && quote.length > HALF ? `${quote.slice(0, HALF)}…${quote.slice(HALF)}` : quote

/** What the reader needs of the page. */
export interface PageOfComments {
  page_id: string
  item_id: string
  version: string
  html: string
  suggestable: boolean
}
