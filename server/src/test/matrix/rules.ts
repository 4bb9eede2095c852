import type { Call } from '@sheaf/contract'
import type { Secret } from './secrets.ts'
import { isAnonymous, type Role, roles } from './users.ts'
import type { Kind } from './world.ts'

const users: Role[] = roles.filter((role) => !isAnonymous(role))
const members: Role[] = ['R', 'CR', 'CE', 'E', 'T1', 'T0']
const managers: Role[] = ['O', 'A']
const editors: Role[] = ['E', 'T1', ...managers]
const readers: Role[] = ['Vk', 'R', 'T0', ...editors]
/** Who comments and sees comments, as new items have it. */
const talkers: Role[] = [...members, ...managers]
const scoped = (role: Role) => role === 'CR' || role === 'CE'

/** Where a call works: in the catalog of the scoped roles, or in the rest of the item. */
export type At = 'own' | 'rest'
type Rule = (role: Role, kind: Kind, at: At) => boolean

const only = (wanted: readonly Role[]) => (role: Role) => wanted.includes(role)
/** No role can use anything in a deleted item. */
const alive =
  (rule: Rule): Rule =>
  (role, kind, at) =>
    kind.state !== 'deleted' && rule(role, kind, at)
/** Archived items are read-only. */
const open = (rule: Rule) => alive((role, kind, at) => kind.state !== 'archived' && rule(role, kind, at))
const mayVisit: Rule = (role, { state }, at) => state === 'public' || (scoped(role) ? at === 'own' : readers.includes(role))
const mayEdit: Rule = (role, _kind, at) => editors.includes(role) || (role === 'CE' && at === 'own')

/** The permissions of the product as predicates. */
export const rules = {
  anyone: () => true,
  /** Never allowed: the call needs a secret that no role has, or it is always refused. */
  none: () => false,
  users: only(users),
  /** Roles that can read the item, with or without a login. */
  visit: alive(mayVisit),
  visitAsUser: alive((role, kind, at) => users.includes(role) && mayVisit(role, kind, at)),
  edit: open(mayEdit),
  /** Signed-in readers of pages that are written as Markdown. */
  suggest: open((role, kind, at) => kind.type !== 4 && users.includes(role) && mayVisit(role, kind, at)),
  /** Readers of an item that asks everyone, with or without a login. */
  giveFeedback: open((role, kind, at) => kind.type !== 4 && mayVisit(role, kind, at)),
  suggestNew: open((role, kind, at) => kind.type === 1 && users.includes(role) && mayVisit(role, kind, at)),
  comment: open((role, kind, at) => talkers.includes(role) && mayVisit(role, kind, at)),
  /** Signed-in readers, who let this server send a request. */
  send: open((role, kind, at) => users.includes(role) && mayVisit(role, kind, at)),
  /** From the rest of the item into the scoped catalog: needs the right to read the former and to edit the latter. */
  editWithTheRest: open((role, kind) => mayEdit(role, kind, 'own') && mayVisit(role, kind, 'rest')),
  /** Pages that are written as Markdown. */
  editText: open((role, kind, at) => kind.type !== 4 && mayEdit(role, kind, at)),
  /** What editors can see, including archived items. */
  editorsSee: alive(mayEdit),
  /** Pages that E created; editAsCE: pages that CE created. */
  editAsE: open(only(['E', ...managers])),
  editAsCE: open(only(['CE', ...managers])),
  /** A copy needs the right to edit the whole item. */
  copy: alive(only(editors)),
  manage: alive(only(managers)),
  change: open(only(managers)),
  /** Only in items with many pages: the page of a single-page item cannot leave it. */
  changeOfMany: open((role, { type }) => type === 1 && managers.includes(role)),
  /** Allowed for archived items too. */
  leave: alive(only(members)),
  everybodyOfAPrivate: alive((_role, { state }) => state !== 'public'),
  linked: alive(() => true),
  /** Any caller with the key and the token of the item. */
  keyed: open(() => true),
  /** Independent of the caller's scope. */
  everybodyOfAPublic: alive((_role, { state }) => state === 'public'),
  owner: only(['O']),
  ownersChange: open(only(['O'])),
  /** The owner's files, unless the item is archived; even when it is deleted. */
  ownersKeep: (role, kind) => role === 'O' && kind.state !== 'archived',
  admin: only(['A']),
  teamOwner: only(['TO']),
} satisfies Record<string, Rule>
export type RuleName = keyof typeof rules

/** The secrets that any answer to this role can contain. */
export function secretsOf(role: Role, kind: Kind): Secret[] {
  if (kind.state === 'deleted') return []
  const texts = (['own', 'rest'] as const).filter((at) => mayVisit(role, kind, at))
  return texts.length ? ['item', ...texts] : []
}

/** The error number a refusal must have; undefined when any is right. */
export function codeOf(path: string, call: Call, role: Role, kind: Kind): number | undefined {
  if (call.access !== 'visitor' && isAnonymous(role)) return 10102
  if (!/^(item\/info|page\/info|page\/view)$/.test(path)) return undefined
  // W8: the password screen opens for an item that is there.
  return kind.state === 'deleted' ? 10101 : 10303
}
