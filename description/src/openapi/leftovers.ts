import { entriesOf, isObject, own } from '../json.ts'
import type { Source } from './source.ts'

/** Maps whose keys are names chosen by the author, not keywords of the format. */
const maps = new Set(
  `properties patternProperties dependentSchemas definitions $defs schemas parameters headers examples requestBodies securitySchemes
  securityDefinitions links pathItems variables content encoding scopes mapping`.split(/\s+/),
)
/** Values that are shown literally, so their content is not inspected. */
const opaque = new Set(['example', 'value', 'default', 'enum', 'const', 'examples', 'dataValue'])

const hasWords = (value: unknown): boolean =>
  typeof value === 'string'
    ? /\p{L}\s+\p{L}|\p{Script=Han}{2}/u.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((one) => typeof one === 'string' && hasWords(one))

interface Place {
  value: unknown
  path: string
  /** True if the keys are names, so that none of them is an extension. */
  isMap: boolean
}

/** Counts unused vendor extensions, and keeps the path of the first occurrence. */
class Extensions {
  private readonly found = new Map<string, { count: number; path: string }>()

  add(key: string, path: string) {
    const known = this.found.get(key)
    if (known) known.count++
    else this.found.set(key, { count: 1, path })
  }

  report(source: Source) {
    for (const [key, { count, path }] of this.found)
      source.report(count > 1 ? `${key} (${count}×)` : `${path || '#'} ${key}`, 'unsupported')
  }
}

const used = new Set(['x-displayName', 'x-nullable', 'x-example', 'x-examples', 'x-webhooks'])

/** Reports what the pages do not show: external descriptions, broken references, vendor extensions with text, unused components. */
export function reportLeftovers(source: Source): void {
  const extensions = new Extensions()
  const seen = new Set<unknown>()
  const open: Place[] = [{ value: source.root, path: '', isMap: false }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, path, isMap } = place
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (!isMap) reportRefs(source, value)
    for (const [key, inner] of Object.entries(value).reverse()) {
      const isList = Array.isArray(value)
      if (!isMap && !isList && key.startsWith('x-')) {
        if (!used.has(key) && hasWords(inner)) extensions.add(key, path)
        continue
      }
      if (!isMap && opaque.has(key) && !(key === 'examples' && isObject(inner) && !source.isSwagger)) continue
      open.push({
        value: inner,
        path: path.length < 200 ? `${path}${path ? ' ' : ''}${key}` : path,
        isMap: !isMap && !isList && maps.has(key) && isObject(inner),
      })
    }
  }
  extensions.report(source)
  reportUnused(source)
}

function reportRefs(source: Source, value: object): void {
  for (const key of ['$ref', 'externalValue', 'operationRef']) {
    const ref = own(value, key)
    if (typeof ref !== 'string' || ref === '') continue
    const local = source.refs.localOf(ref)
    if (local === undefined || key === 'externalValue') source.report(ref, 'remote')
    else if (source.refs.at(local) === undefined) source.report(ref, 'link')
  }
}

/** Reports unused components. A component is shown only where it is used, so an unused component is on no page. */
function reportUnused(source: Source): void {
  const components = source.isSwagger ? source.root : own(source.root, 'components')
  const prefix = source.isSwagger ? '#/' : '#/components/'
  for (const kind of ['parameters', 'responses', 'requestBodies', 'headers', 'examples', 'links', 'callbacks', 'pathItems'])
    for (const [name] of entriesOf(own(components, kind))) {
      const ref = `${prefix}${kind}/${name}`
      if (!source.refs.used.has(ref) && !source.refs.used.has(encodeURI(ref))) source.report(ref, 'unsupported')
    }
}
