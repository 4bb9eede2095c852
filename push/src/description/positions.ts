import { isObject } from './document.ts'

/** What a place of a description has: the kind of an object, '' for kinds without a name of their own, and whether it is a map of them. */
export interface Position {
  kind: string
  isMap: boolean
}

const table = (rows: Record<string, string>) =>
  new Map(Object.entries(rows).flatMap(([kind, keys]) => keys.split(/\s+/).map((key) => [key, kind] as const)))

/** Keywords whose value is a map, or a list, of objects of this kind. `paths` are the path items of an address. */
const maps = table({
  schemas: 'schemas properties patternProperties dependentSchemas dependencies definitions $defs',
  parameters: 'parameters',
  headers: 'headers',
  examples: 'examples',
  responses: 'responses',
  requestBodies: 'requestBodies',
  securitySchemes: 'securitySchemes securityDefinitions',
  links: 'links',
  callbacks: 'callbacks',
  pathItems: 'pathItems',
  paths: 'paths webhooks x-webhooks',
  '': 'content encoding variables',
})

/** Keywords whose value is one object of this kind, or a list of them. */
const singles = table({
  schemas: `schema itemSchema items additionalItems prefixItems unevaluatedItems contains additionalProperties unevaluatedProperties
    propertyNames contentSchema allOf anyOf oneOf not if then else`,
  requestBodies: 'requestBody',
})

/** Values that are shown as they are: a reference in them is a part of the example. */
const literal = new Set(['example', 'value', 'default', 'enum', 'const', 'dataValue'])

/** The position of a value in an object; undefined if references in it mean nothing. */
export function positionIn(key: string, inner: unknown, at: Position, isSwagger: boolean): Position | undefined {
  if (at.isMap) return { kind: at.kind, isMap: false }
  if (at.kind === 'callbacks') return { kind: 'pathItems', isMap: false }
  if (key === 'examples' && (isSwagger || !isObject(inner))) return undefined
  const kind = maps.get(key)
  if (kind === undefined && (key.startsWith('x-') || literal.has(key))) return undefined
  return kind === undefined ? { kind: singles.get(key) ?? '', isMap: false } : { kind, isMap: !Array.isArray(inner) }
}

const swaggerSections = new Map([
  ['schemas', 'definitions'],
  ['parameters', 'parameters'],
  ['responses', 'responses'],
])
const sections = new Map([...new Set(maps.values())].filter((kind) => kind !== '' && kind !== 'paths').map((kind) => [kind, kind] as const))

/** The maps of a description for shared objects, by kind. Objects of other kinds are written where they are used. */
export const sectionsOf = (isSwagger: boolean): ReadonlyMap<string, string> => (isSwagger ? swaggerSections : sections)
