import { FEEDBACK_REASONS, Refusal } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { covers, hasSuggestions, personIn, type Rights } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { isFromPage } from '../http/request.ts'

export type Reason = (typeof FEEDBACK_REASONS)[number]

export const HELPFUL = 1
export const UNHELPFUL = 2

/** Who a voice belongs to: a signed-in reader, or a browser by its hash. */
export type Voter = { uid: number; client_hash: null } | { uid: null; client_hash: string }

const takesVoices = ({ feedback_from, is_archived, ...item }: ItemHead, user: Ctx['user']) =>
  hasSuggestions(item) && !is_archived && feedback_from > (user ? 0 : 1)

/** Whether readers see the figures of this page; editors always do. */
export const seesFigures = ({ item, edits }: Rights, cat_id: number) => item.feedback_show === 1 || covers(edits, cat_id)

/** Whether this reader of the item is asked about its pages. */
export const isAsked = ({ item }: Pick<Rights, 'item'>, ctx: Pick<Ctx, 'user' | 'grant'>) => takesVoices(item, personIn(ctx, item.item_id))

/** Whether a page has anything about feedback for this reader: the question or the figures. */
export const showsFeedback = ({ item, edits }: Rights, user: Ctx['user']) =>
  takesVoices(item, user) || (item.feedback_from > 0 && hasSuggestions(item) && (item.feedback_show === 1 || edits !== 'none'))

export function mustBeAsked(rights: Pick<Rights, 'item'>, ctx: Pick<Ctx, 'user' | 'grant'>) {
  if (isAsked(rights, ctx)) return
  if (rights.item.is_archived) throw new Refusal('archived')
  throw new Refusal(hasSuggestions(rights.item) ? 'feedbackOff' : 'feedbackKind')
}

/** Milliseconds after a page is shown in which a visitor has not read it. */
const READ_MIN_MS = 3000
const BROWSER = /^[\w-]{16,200}$/

/**
 * Whether a script of our own page sent this, as far as its headers say. A form without a script navigates; another program has none of
 * these headers. The origin has been compared before.
 */
const isFromScript = ({ headers }: Pick<Ctx, 'headers'>) =>
  isFromPage(headers) && ['cors', 'same-origin', undefined].includes(headers['sec-fetch-mode'] as string | undefined)

/** What stops simple programs. The limits by address stop others (feedback.limits.service.ts). */
export function mustBeReader(
  { client_id, shown_ms, website }: { client_id: string; shown_ms: number; website: string },
  ctx: Pick<Ctx, 'headers'>,
) {
  if (!isFromScript(ctx)) throw new Refusal('crossSite')
  if (website !== '') throw new Refusal('badInput', { field: 'website' })
  if (shown_ms < READ_MIN_MS) throw new Refusal('tooFast')
  if (!BROWSER.test(client_id)) throw new Refusal('badInput', { field: 'client_id' })
}

/** Visitors of a ShowDoc page: their number has any form, and they send no time. */
export function mustBeShowdocReader(client_id: string, ctx: Pick<Ctx, 'headers'>) {
  if (!isFromScript(ctx)) throw new Refusal('crossSite')
  if (client_id.trim() === '') throw new Refusal('badInput', { field: 'client_id' })
}

export const reasonsIn = (stored: string): Reason[] => FEEDBACK_REASONS.filter((reason) => stored.split(',').includes(reason))
export const storedReasons = (given: Reason[]) => FEEDBACK_REASONS.filter((reason) => given.includes(reason)).join(',')

export const mustBeType = (feedback_type: number) => {
  if (feedback_type > UNHELPFUL) throw new Refusal('badInput', { field: 'feedback_type' })
}
