import { Refusal } from '@sheaf/contract'
import { nameOf, oneLine, withoutExtension } from '../../import-plan/name.ts'
import type { Plan, TextFile } from '../../import-plan/types.ts'
import { documentOf } from './document.ts'
import { isObject, own, textAt } from './json.ts'
import { reportLeftovers } from './leftovers.ts'
import { Planner } from './planner.ts'
import { Source } from './source.ts'

/** What somebody wrote as a description, as a line of words. */
const lineOf = (markdown: string) =>
  oneLine(
    markdown
      .trim()
      .split(/\n\s*\n/)[0]!
      .replace(/^#+\s*|[*`]/gm, ''),
    500,
  )

/**
 * Plans the item that a description of an API becomes: Swagger 2, OpenAPI 3.0, 3.1 and 3.2, in JSON or YAML. Asks nobody for anything:
 * what the description refers to elsewhere stands in the report. Refusals: importKind, importJson, importYaml, importTextTooBig.
 */
export function planOpenapi({ name, text, language, client }: TextFile): Plan {
  const root = documentOf(text)
  if (!isObject(root) || (own(root, 'openapi') === undefined && own(root, 'swagger') === undefined)) throw new Refusal('importKind')
  const source = new Source(root, language, name, client)
  const planned = new Planner(source).plan()
  reportLeftovers(source)
  const info = own(root, 'info')
  return {
    item_name: nameOf(textAt(info, 'title'), withoutExtension(name)),
    item_description: lineOf(textAt(info, 'summary') || textAt(info, 'description')),
    item_type: 1,
    root: planned,
    files: new Map(),
    skipped: source.skipped,
  }
}
