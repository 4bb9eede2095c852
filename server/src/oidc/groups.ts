/** The groups of a person as a provider reports them: their names, or why they are not known. */
export interface ReportedGroups {
  groups?: string[]
  unsaid?: 'missing' | 'overage' | 'tooMany' | 'unreadable'
}

/** Groups of one person; with more, none is used (S171). */
const GROUPS_MAX = 500
/** The longest name that can be bound to a team. */
const GROUP_MAX_CHARS = 255
const PATH_PARTS_MAX = 8
const DEFAULT_CLAIM = 'groups'

type Claims = Record<string, unknown>

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value)
const ownValue = (claims: unknown, name: string) => (isObject(claims) && Object.hasOwn(claims, name) ? claims[name] : undefined)

/** The claim of this name, which may contain dots, or the one at this path. */
function claimAt(claims: Claims, path: string): unknown {
  const whole = ownValue(claims, path)
  if (whole !== undefined) return whole
  return path
    .split('.')
    .slice(0, PATH_PARTS_MAX)
    .reduce<unknown>((inside, name) => ownValue(inside, name), claims)
}

/** Whether the provider says that there are groups which it leaves out, as Entra ID does with more than 200. */
function isOverage(claims: Claims, path: string): boolean {
  const elsewhere = ownValue(claims, '_claim_names')
  const isElsewhere = [path, path.split('.')[0] ?? ''].some((name) => ownValue(elsewhere, name) !== undefined)
  return isElsewhere || [true, 'true', 1].includes(ownValue(claims, 'hasgroups') as boolean)
}

/** A text is one group, with every comma and space in it. An empty list says that there are none; an absent claim and an empty text say nothing. */
export function groupsOfClaims(claims: Claims, setting: string): ReportedGroups {
  const path = setting.trim() || DEFAULT_CLAIM
  if (isOverage(claims, path)) return { unsaid: 'overage' }
  const value = claimAt(claims, path)
  if (value === undefined || value === null || value === '') return { unsaid: 'missing' }
  const all = typeof value === 'string' ? [value] : value
  if (!Array.isArray(all)) return { unsaid: 'unreadable' }
  if (all.length > GROUPS_MAX) return { unsaid: 'tooMany' }
  if (!all.every((one) => typeof one === 'string' || typeof one === 'number')) return { unsaid: 'unreadable' }
  return { groups: [...new Set(all.map(String))].filter((name) => name !== '' && name.length <= GROUP_MAX_CHARS) }
}
