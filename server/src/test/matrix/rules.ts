import type { Call } from '@sheaf/contract'
import { isNobody, type Role, roles } from './people.ts'
import type { Secret } from './secrets.ts'
import type { Kind } from './world.ts'

const users: Role[] = roles.filter((role) => !isNobody(role))
const members: Role[] = ['R', 'CR', 'CE', 'E', 'T1', 'T0']
const managers: Role[] = ['O', 'A']
const editors: Role[] = ['E', 'T1', ...managers]
const readers: Role[] = ['Vk', 'R', 'T0', ...editors]
const scoped = (role: Role) => role === 'CR' || role === 'CE'

/** Where a call works: in the catalog of those with a scope, or in the rest of the item. */
export type At = 'own' | 'rest'
type Rule = (role: Role, kind: Kind, at: At) => boolean

const only = (wanted: readonly Role[]) => (role: Role) => wanted.includes(role)
/** Nothing that belongs to a deleted item is there for anybody. */
const alive =
  (rule: Rule): Rule =>
  (role, kind, at) =>
    kind.state !== 'deleted' && rule(role, kind, at)
/** Archived items are only read. */
const open = (rule: Rule) => alive((role, kind, at) => kind.state !== 'archived' && rule(role, kind, at))
const mayVisit: Rule = (role, { state }, at) => state === 'public' || (scoped(role) ? at === 'own' : readers.includes(role))
const mayEdit: Rule = (role, _kind, at) => editors.includes(role) || (role === 'CE' && at === 'own')

/** SECURITY 3.1 and the rights of wire/OURS.md in words. */
export const rules = {
  anyone: () => true,
  /** What only a secret opens that nobody here has. */
  nobody: () => false,
  users: only(users),
  /** Whoever the item is not closed to; also without a login. */
  visit: alive(mayVisit),
  visitAsUser: alive((role, kind, at) => users.includes(role) && mayVisit(role, kind, at)),
  edit: open(mayEdit),
  /** Into the catalog of those with a scope, of what is in the rest of the item: who writes there and reads here. */
  editWithTheRest: open((role, kind) => mayEdit(role, kind, 'own') && mayVisit(role, kind, 'rest')),
  /** What editors see, of an archived item too. */
  editorsSee: alive(mayEdit),
  /** The pages of one editor. */
  editAsE: open(only(['E', ...managers])),
  editAsCE: open(only(['CE', ...managers])),
  /** A copy is of the whole item. */
  copy: alive(only(editors)),
  manage: alive(only(managers)),
  change: open(only(managers)),
  /** An item of one page consists of it. */
  changeOfMany: open((role, { type }) => type === 1 && managers.includes(role)),
  /** Of an archived item too. */
  leave: alive(only(members)),
  everybodyOfAPrivate: alive((_role, { state }) => state !== 'public'),
  linked: alive(() => true),
  /** Whoever has the key and the token of the item. */
  keyed: open(() => true),
  /** Whatever somebody's own scope is. */
  everybodyOfAPublic: alive((_role, { state }) => state === 'public'),
  owner: only(['O']),
  ownersChange: open(only(['O'])),
  /** What is one's own, as long as the item is not archived: also when it is deleted. */
  ownersKeep: (role, kind) => role === 'O' && kind.state !== 'archived',
  admin: only(['A']),
  teamOwner: only(['TO']),
} satisfies Record<string, Rule>
export type RuleName = keyof typeof rules

/** What may stand in an answer of any call to this role. */
export function secretsOf(role: Role, kind: Kind): Secret[] {
  if (kind.state === 'deleted') return []
  const texts = (['own', 'rest'] as const).filter((at) => mayVisit(role, kind, at))
  return texts.length ? ['item', ...texts] : []
}

/** The number that a refusal must have; undefined where any will do. */
export function codeOf(path: string, call: Call, role: Role, kind: Kind): number | undefined {
  if (call.access !== 'visitor' && isNobody(role)) return 10102
  if (!/^(item\/info|page\/info|page\/view)$/.test(path)) return undefined
  // W8: the password screen opens for an item that is there.
  return kind.state === 'deleted' ? 10101 : 10303
}
