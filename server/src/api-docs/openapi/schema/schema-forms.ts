import { code } from '../../api/api-cell.ts'
import { isObject } from '../json.ts'
import type { Source } from '../source.ts'
import { type Flat, flatten } from './schema-flat.ts'
import { type Core, coreOf, formName, hasInside } from './schema-type.ts'
import { plainWords } from './schema-words.ts'

interface Form {
  name: string
  core: Core
}

/** The alternatives of a schema: one of several, any of several, or what follows from a condition. */
export function formsOf(source: Source, flat: Flat): Form[] {
  const groups = flat.groups.flatMap(({ schemas }) => schemas)
  const forms = groups.map((schema, index) => {
    const form = flatten(source, [schema], flat.open)
    return { name: formName(source, form, index), core: coreOf(source, form) }
  })
  const conditions = ['then', 'else'].flatMap((key) => (isObject(flat.words[key]) ? [[key, flat.words[key]] as const] : []))
  const dependent = Object.entries(isObject(flat.words['dependentSchemas']) ? flat.words['dependentSchemas'] : {})
  return [
    ...forms,
    ...[...conditions, ...dependent].map(([name, schema]) => ({ name, core: coreOf(source, flatten(source, [schema], flat.open)) })),
  ]
}

/** What alternatives without fields say beside their type. */
export function plainForms(source: Source, flat: Flat): string[] {
  const forms = flat.groups.length > 0 && !flat.isCircular ? formsOf(source, flat) : []
  return forms
    .filter(({ core }) => !hasInside(core.flat))
    .flatMap(({ name, core }) => {
      const said = plainWords(source, core.flat)
      return said ? [`${code(name)}: ${said}`] : []
    })
}
