import type { ApiCall, ApiContent } from '../call/call.ts'
import { contentBlocks } from '../call/page.ts'
import { isTrue, own } from '../json.ts'
import { bodyOf, withSample } from './contents.ts'
import { documentedExamples } from './sample.ts'
import { coreOf, hasChildren } from './schema/fields.ts'
import { flatten } from './schema/flat.ts'
import type { Source } from './source.ts'

/** The map of the named schemas of a document. */
export const schemasIn = ({ isSwagger, root }: Source): unknown =>
  isSwagger ? own(root, 'definitions') : own(own(root, 'components'), 'schemas')

/** A named schema as a body: its fields, its alternatives and an example. `isDeprecated` is not among its notes. */
function schemaContent(source: Source, name: string, schema: unknown): { content: ApiContent; isDeprecated: boolean } {
  const flat = flatten(source, [schema])
  flat.name ||= name
  const { type, ...body } = bodyOf(source, name, flat)
  const content = {
    ...body,
    type: type === name ? '' : type,
    contentType: '',
    examples: hasChildren(coreOf(source, flat).flat)
      ? withSample(source, [], ['application/json'], flat, 'response')
      : documentedExamples(source, name, flat.words),
  }
  return { content, isDeprecated: isTrue(flat.words['deprecated']) }
}

/** A named schema in the form of a call without an address: its fields are its only section. */
export function schemaCall(source: Source, name: string, schema: unknown): ApiCall {
  const { content, isDeprecated } = schemaContent(source, name, schema)
  const { description = '', ...body } = content
  const lead = [isDeprecated ? `**${source.t.deprecated}**` : '', description].filter(Boolean).join('\n\n')
  const sections = [{ title: '', anchor: 'fields', markdown: '', contents: [body] }]
  return { method: '', url: '', ...(lead ? { description: lead } : {}), sections }
}

/** A named schema as the Markdown of a page. */
export function schemaPage(source: Source, name: string, schema: unknown): string {
  const { content, isDeprecated } = schemaContent(source, name, schema)
  const blocks = contentBlocks(content, source.language)
  return `${[isDeprecated ? `**${source.t.deprecated}**` : '', ...blocks].filter(Boolean).join('\n\n') || `\`${content.type || 'any'}\``}\n`
}
