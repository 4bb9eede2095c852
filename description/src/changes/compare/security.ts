import { type Alternative, alternativeText } from '../read/security.ts'
import { type Finding, finding } from './finding.ts'

const PATH = 'security'

const schemesOf = (alternative: Alternative) => [...alternative.keys()].sort().join(' + ')

/** Whether an authorization that satisfies `one` also satisfies `other`. */
const satisfies = (one: Alternative, other: Alternative): boolean =>
  [...other].every(([name, scopes]) => one.has(name) && scopes.every((scope) => one.get(name)?.includes(scope)))

const isSatisfied = (one: Alternative, alternatives: readonly Alternative[]) =>
  alternatives.length === 0 || alternatives.some((other) => satisfies(one, other))

/** More alternatives are compared by their text only. */
const ALTERNATIVES_MAX = 200

/** Differences of what a call needs. An empty list of alternatives, or an empty alternative, needs nothing. */
export function securityFindings(old: readonly Alternative[], now: readonly Alternative[]): Finding[] {
  const [before, after] = [unique(old), unique(now)]
  const texts = [...before.keys()].sort().join(' | ')
  if (texts === [...after.keys()].sort().join(' | ')) return []
  const nothing: Alternative = new Map()
  const wasOptional = isSatisfied(nothing, [...before.values()])
  const isOptional = isSatisfied(nothing, [...after.values()])
  const [oldText, newText] = [texts, [...after.keys()].filter(Boolean).join(' | ')]
  if (wasOptional && !isOptional) return [finding('security.required', '', newText, PATH)]
  const found: Finding[] = []
  if (!wasOptional && isOptional) found.push(finding('security.optional', oldText, '', PATH))
  const gone = [...before.values()].filter((one) => one.size > 0 && !after.has(alternativeText(one)))
  const added = [...after.values()].filter((one) => one.size > 0 && !before.has(alternativeText(one)))
  if (gone.length > ALTERNATIVES_MAX || added.length > ALTERNATIVES_MAX)
    return [...found, finding('security.alternative-gone', oldText, newText, PATH)]
  const open = new Set(added)
  for (const one of gone) {
    const same = [...open].filter((other) => schemesOf(other) === schemesOf(one))
    const isSingle = same.length === 1 && gone.filter((other) => schemesOf(other) === schemesOf(one)).length === 1
    if (isSingle) {
      open.delete(same[0]!)
      const rule = satisfies(one, same[0]!) ? 'security.scope-less' : 'security.scope-more'
      found.push(finding(rule, alternativeText(one), alternativeText(same[0]!), PATH))
    } else if (!isSatisfied(one, [...after.values()])) found.push(finding('security.alternative-gone', alternativeText(one), '', PATH))
  }
  for (const one of open) found.push(finding('security.alternative-new', '', alternativeText(one), PATH))
  return found
}

const unique = (alternatives: readonly Alternative[]) => new Map(alternatives.map((one) => [alternativeText(one), one]))
