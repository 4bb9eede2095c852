import { isTrue, jsonText, listOf, own } from '../../json.ts'
import type { Described } from '../read/described.ts'
import { discriminatorOf } from '../read/ink.ts'
import type { Rule } from '../rules.ts'
import { type Finding, finding } from './finding.ts'
import type { Pair } from './values.ts'

type Versions = readonly [Described, Described]

const details = ['discriminator', 'xml', 'contentEncoding', 'contentMediaType']

/** Keywords that concern a place as a whole: default, deprecation, discriminator, XML. */
export function fieldDifference(versions: Versions, { before, after }: Pair): Finding[] {
  const found: Finding[] = []
  const value = (index: 0 | 1, key: string) => [before, after][index]!.keywords.get(key)
  const text = (index: 0 | 1, key: string) => versions[index].canon.of(value(index, key))
  if (text(0, 'default') !== text(1, 'default')) {
    const isFirst = value(0, 'default') === undefined
    found.push(
      finding([isFirst ? 'request.default-first' : 'request.default', 'response.default'], value(0, 'default'), value(1, 'default')),
    )
  }
  const [old, now] = [isTrue(value(0, 'deprecated')), isTrue(value(1, 'deprecated'))]
  if (old !== now) found.push(finding(now ? 'field.deprecated' : 'field.restored', '', ''))
  const discriminator = (index: 0 | 1) =>
    value(index, 'discriminator') === undefined ? '' : versions[index].canon.of(discriminatorOf(value(index, 'discriminator')))
  const isOther = (key: string) => (key === 'discriminator' ? discriminator(0) !== discriminator(1) : text(0, key) !== text(1, key))
  for (const key of details) if (isOther(key)) found.push(finding('schema.detail', shown(key, value(0, key)), shown(key, value(1, key))))
  return found
}

const shown = (key: string, value: unknown) => (value === undefined ? '' : `${key} ${jsonText(value)?.slice(0, 200) ?? '…'}`)

const texts: [key: string, rule: Rule][] = [
  ['title', 'words.title'],
  ['description', 'words.description'],
  ['examples', 'words.example'],
  ['externalDocs', 'words.docs'],
]

/** Texts and examples of a schema. */
export function schemaTexts(versions: Versions, { before, after }: Pair): Finding[] {
  return texts.flatMap(([key, rule]) => {
    const [old, now] = [before.keywords.get(key), after.keywords.get(key)]
    if (versions[0].canon.of(old) === versions[1].canon.of(now)) return []
    return [finding(rule, wordOf(key, old), wordOf(key, now))]
  })
}

/** One example is shown without its list. */
function wordOf(key: string, value: unknown): unknown {
  if (key === 'externalDocs') return own(value, 'url')
  return key === 'examples' && listOf(value).length === 1 ? listOf(value)[0] : value
}
