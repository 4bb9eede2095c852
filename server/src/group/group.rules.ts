/** Why the groups of a person are not known. `hidden`: the bound groups cannot be read in the directory. */
type Unsaid = 'missing' | 'overage' | 'tooMany' | 'unreadable' | 'hidden'

/** The groups of a person as a provider or the directory reports them; without `groups` they are not known. */
export interface ReportedGroups {
  groups?: readonly string[] | undefined
  unsaid?: Unsaid | undefined
  /** Bound groups about which there was no answer. */
  unknown?: readonly string[] | undefined
}

/** Groups of one person. With more, nothing changes (S171). */
export const GROUPS_MAX = 500

interface Rule {
  rule_id: number
  group_value: string
  team_id: number
}

interface Membership {
  team_id: number
  /** 0: made by hand. */
  rule_id: number
}

interface Changes {
  joins: Rule[]
  /** Memberships that another group of the same source gives now. */
  moves: Rule[]
  leaves: Rule[]
}

/**
 * The changes that make the memberships of a person by these rules what was said. Names are compared exactly. A membership made by hand,
 * by another source, or by a group without an answer stays.
 */
export function changesOf(
  rules: readonly Rule[],
  { groups = [], unknown = [] }: ReportedGroups,
  memberships: readonly Membership[],
): Changes {
  const [reported, unclear] = [new Set(groups), new Set(unknown)]
  const wanted = new Map<number, Rule>()
  for (const rule of rules) if (reported.has(rule.group_value) && !wanted.has(rule.team_id)) wanted.set(rule.team_id, rule)
  const own = new Map(rules.map((rule) => [rule.rule_id, rule]))
  const changes: Changes = { joins: [], moves: [], leaves: [] }
  const inside = new Set(memberships.map(({ team_id }) => team_id))
  for (const rule of wanted.values()) if (!inside.has(rule.team_id)) changes.joins.push(rule)
  for (const { rule_id, team_id } of memberships) {
    const rule = own.get(rule_id)
    if (!rule || reported.has(rule.group_value) || unclear.has(rule.group_value)) continue
    const other = wanted.get(team_id)
    if (other) changes.moves.push(other)
    else changes.leaves.push(rule)
  }
  return changes
}

/** The reported groups that these rules bind, as text, for a person who has no account yet. */
export function storedGroups(rules: readonly Rule[], { groups, unsaid, unknown = [] }: ReportedGroups): string {
  if (rules.length === 0) return ''
  const bound = new Set(rules.map(({ group_value }) => group_value))
  const of = (values: readonly string[]) => [...new Set(values)].filter((value) => bound.has(value))
  return JSON.stringify(
    groups && groups.length <= GROUPS_MAX ? { groups: of(groups), unknown: of(unknown) } : { unsaid: unsaid ?? 'tooMany' },
  )
}

export const readStoredGroups = (kept: string): ReportedGroups => (kept === '' ? {} : (JSON.parse(kept) as ReportedGroups))
