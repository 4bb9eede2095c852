import { contentBlocks } from '../../api/api-body.ts'
import { bodyOf } from '../body.ts'
import { withSample } from '../contents.ts'
import { givenExamples } from '../examples.ts'
import { isTrue } from '../json.ts'
import type { Source } from '../source.ts'
import { flatten } from './schema-flat.ts'
import { coreOf, hasInside } from './schema-type.ts'

/** The page of a named schema: what it is made of, and how it looks. */
export function schemaPage(source: Source, name: string, schema: unknown): string {
  const flat = flatten(source, [schema])
  flat.name ||= name
  const { type, ...body } = bodyOf(source, name, flat)
  const isDeprecated = isTrue(flat.words['deprecated'])
  const content = {
    ...body,
    type: type === name ? '' : type,
    contentType: '',
    examples: hasInside(coreOf(source, flat).flat)
      ? withSample(source, [], ['application/json'], flat, 'response')
      : givenExamples(source, name, flat.words),
  }
  const blocks = contentBlocks(content, source.language)
  return `${[isDeprecated ? `**${source.t.deprecated}**` : '', ...blocks].filter(Boolean).join('\n\n') || `\`${type || 'any'}\``}\n`
}
