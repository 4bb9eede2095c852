import { isObject, listOf, own, textAt } from '../../json.ts'
import { ROOT_SECURITY, ROOT_SERVERS } from '../read/call-ink.ts'
import type { Described } from '../read/described.ts'
import { alternativesOf, schemeText, serversText, serverTexts } from '../read/security.ts'
import type { Rule } from '../rules.ts'
import { type Finding, finding } from './finding.ts'
import { nameInPath } from './path.ts'
import { securityFindings } from './security.ts'

/** Differences in what the document defines for all calls. `uses` is the name by which calls use it (`Uses`), '' for none. */
export function introductionFindings(before: Described, after: Described): { finding: Finding; uses: string }[] {
  const [old, now] = [serverTexts(before, before.root), serverTexts(after, after.root)]
  const servers = serversText(old) === serversText(now) ? [] : [finding('operation.server', serversText(old), serversText(now), 'servers')]
  const security = securityFindings(alternativesOf(before.root) ?? [], alternativesOf(after.root) ?? [])
  return [
    ...servers.map((one) => ({ finding: one, uses: ROOT_SERVERS })),
    ...security.map((one) => ({ finding: one, uses: ROOT_SECURITY })),
    ...schemes(before, after),
    ...[...serverWords(old, now), ...infos(before, after), ...tags(before, after)].map((one) => ({ finding: one, uses: '' })),
  ]
}

function schemes(before: Described, after: Described): { finding: Finding; uses: string }[] {
  const found: { finding: Finding; uses: string }[] = []
  for (const [name, now] of after.securitySchemes) {
    const old = before.securitySchemes.get(name)
    if (old === undefined) continue
    const path = `security.${nameInPath(name)}`
    if (schemeText(before, old) !== schemeText(after, now))
      found.push({ finding: finding('security.scheme', typeOf(before, old), typeOf(after, now), path), uses: `scheme ${name}` })
    const texts = [textAt(before.resolve(old), 'description'), textAt(after.resolve(now), 'description')] as const
    if (texts[0] !== texts[1]) found.push({ finding: finding('words.description', ...texts, path), uses: '' })
  }
  return found
}

const typeOf = (described: Described, scheme: unknown) =>
  ['type', 'scheme', 'in', 'name']
    .map((key) => textAt(described.resolve(scheme), key))
    .filter(Boolean)
    .join(' ')

function serverWords(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Finding[] {
  return [...after].flatMap(([server, now]) => {
    const old = before.get(server)
    return old === undefined || old === now ? [] : [finding('words.description', old, now, 'servers')]
  })
}

const infoRules: Record<string, Rule> = { title: 'words.title', summary: 'words.summary', description: 'words.description' }

function infos(before: Described, after: Described): Finding[] {
  const [old, now] = [own(before.root, 'info'), own(after.root, 'info')]
  const keys = ['title', 'summary', 'description', 'version', 'termsOfService', 'contact', 'license']
  const found = keys
    .filter((key) => before.canon.of(own(old, key)) !== after.canon.of(own(now, key)))
    .map((key) => finding(infoRules[key] ?? 'words.info', own(old, key), own(now, key), key))
  const docs = [own(before.root, 'externalDocs'), own(after.root, 'externalDocs')]
  if (before.canon.of(docs[0]) !== after.canon.of(docs[1]))
    found.push(finding('words.docs', textAt(docs[0], 'url'), textAt(docs[1], 'url')))
  return found
}

/** Tags with their texts. Their order is no change. */
function tags(before: Described, after: Described): Finding[] {
  const of = ({ root }: Described) =>
    new Map(
      listOf(own(root, 'tags'))
        .filter(isObject)
        .map((tag) => [textAt(tag, 'name'), tag]),
    )
  const [old, now] = [of(before), of(after)]
  const found: Finding[] = []
  for (const name of new Set([...now.keys(), ...old.keys()])) {
    const [one, other] = [old.get(name), now.get(name)]
    if (before.canon.of(one) === after.canon.of(other)) continue
    const path = `tags.${nameInPath(name)}`
    if (one && other && textAt(one, 'description') !== textAt(other, 'description'))
      found.push(finding('words.description', textAt(one, 'description'), textAt(other, 'description'), path))
    else found.push(finding('words.tags', one ? name : '', other ? name : '', path))
  }
  return found
}
