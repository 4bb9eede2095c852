import type { EditProblem } from '@sheaf/compare/edits'
import { Refusal } from '@sheaf/contract'
import { covers, type Rights } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import type { Suggestion } from './suggestion.store.ts'

/** Open suggestions at the same time. */
const OPEN_PER_PAGE = 20
const OPEN_PER_PERSON = 50
const OPEN_PER_GRANT = 100

export function mustHaveRoom({ ofPage, ofPerson, ofGrant }: { ofPage: number; ofPerson: number; ofGrant: number }) {
  for (const [count, max] of [
    [ofPage, OPEN_PER_PAGE],
    [ofPerson, OPEN_PER_PERSON],
    [ofGrant, OPEN_PER_GRANT],
  ] as const)
    if (count >= max) throw new Refusal('suggestionsFull', { max: String(max) })
}

export function editRefusal(problem: EditProblem, version: number): Refusal {
  const number = String(problem.edit)
  if (problem.kind === 'missing') return new Refusal('editMissing', { number, version: String(version) }, problem)
  if (problem.kind === 'overlap') return new Refusal('editsOverlap', { number }, problem)
  return new Refusal('editAmbiguous', { number, count: String(problem.count), lines: problem.lines.join(', ') }, problem)
}

/** Where a suggestion belongs: its catalog, and whether its page is in the recycle bin. */
export interface Place {
  cat_id: number
  is_del: number
}

/** A suggestion of the caller; for a program only those that it made itself. */
export const isOwn = ({ uid, grant_id }: Pick<Suggestion, 'uid' | 'grant_id'>, { user, grant }: Pick<Ctx<'user'>, 'user' | 'grant'>) =>
  uid === user.uid && (grant === undefined || grant.grant_id === grant_id)

/** A deleted page is visible to its editors only. */
export const mayRead = ({ visits, edits }: Rights, { cat_id, is_del }: Place) => covers(is_del ? edits : visits, cat_id)

/** Decisions are made by a person in a session, never by a program. */
export const mayDecide = ({ edits }: Rights, { cat_id }: Place, { grant }: Pick<Ctx, 'grant'>) =>
  grant === undefined && covers(edits, cat_id)

/** Why the caller cannot accept the suggestion now, "" if they can. */
export function refusedToAccept(suggestion: Suggestion, rights: Rights, place: Place, ctx: Pick<Ctx<'user'>, 'user' | 'grant'>) {
  if (suggestion.state !== 'open') return 'closed'
  if (!mayDecide(rights, place, ctx)) return 'reader'
  if (place.is_del) return 'deleted'
  if (rights.item.is_archived) return 'archived'
  return suggestion.uid === ctx.user.uid && !rights.item.accept_own ? 'own' : ''
}
