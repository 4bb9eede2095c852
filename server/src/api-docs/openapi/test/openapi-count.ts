/*
 * Counts what a description says, by its own reading of it: nothing here is shared with the importer. A fact is a text that must stand
 * on every page that has all of `where`.
 */
export interface Fact {
  kind: string
  where: string
  text: string
}

type Said = Record<string, unknown>

/** What a document of strangers says somewhere, as what it should be there; anything else says nothing. */
const said = (value: unknown): Said => (typeof value === 'object' && value !== null ? (value as Said) : {})
const below = (value: unknown): [string, Said][] => Object.entries(said(value)).map(([name, one]) => [name, said(one)])
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const words = ['description', 'title', 'pattern', 'format', 'summary']
const values = ['default', 'example', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf', 'const']

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function factsOf(root: Said): { facts: Fact[]; counts: Record<string, number> } {
  const facts: Fact[] = []
  const say = (where: string, kind: string, text: unknown) => {
    if (text !== undefined && plain(text) !== '') facts.push({ kind, where, text: plain(text) })
  }
  const at = (ref: string): unknown =>
    ref.startsWith('#/')
      ? ref
          .slice(2)
          .split('/')
          .reduce<unknown>((value, key) => said(value)[decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~')], root)
      : undefined
  const followed = (value: unknown): Said => {
    let found = said(value)
    for (let n = 0; typeof found['$ref'] === 'string' && n < 30; n++) found = said(at(found['$ref']))
    return found
  }

  function schema(where: string, given: unknown, seen: Set<unknown>) {
    const one = followed(given)
    if (seen.has(one)) return
    seen.add(one)
    for (const key of words) if (typeof one[key] === 'string') say(where, key, one[key])
    for (const key of values) say(where, key, one[key])
    for (const value of list(one['enum'])) say(where, 'enum', value)
    for (const value of list(one['examples'])) say(where, 'example', value)
    for (const [name, property] of below(one['properties'])) {
      say(where, 'field', name)
      schema(where, property, new Set(seen))
    }
    for (const key of ['allOf', 'oneOf', 'anyOf', 'prefixItems']) for (const part of list(one[key])) schema(where, part, new Set(seen))
    for (const key of ['items', 'additionalProperties', 'not']) if (typeof one[key] === 'object') schema(where, one[key], new Set(seen))
  }

  function example(where: string, given: unknown) {
    const one = followed(given)
    say(where, 'example', one['value'])
    say(where, 'description', one['description'])
  }

  function media(where: string, one: Said) {
    schema(where, one['schema'], new Set())
    say(where, 'example', one['example'])
    for (const [, given] of below(one['examples'])) example(where, given)
  }

  function parameter(where: string, given: unknown) {
    const one = followed(given)
    if (one['in'] !== 'body') say(where, 'parameter', one['name'])
    say(where, 'description', one['description'])
    say(where, 'example', one['example'])
    schema(where, one['schema'] ?? { ...one, name: undefined, description: undefined }, new Set())
    content(where, one['content'])
    for (const [, given] of below(one['examples'])) example(where, given)
  }

  function response(where: string, status: string, given: unknown) {
    const one = followed(given)
    say(where, 'status', status)
    say(where, 'description', one['description'])
    schema(where, one['schema'], new Set())
    for (const value of root['swagger'] ? Object.values(said(one['examples'])) : []) say(where, 'example', value)
    for (const [name, header] of below(one['headers'])) {
      say(where, 'header', name)
      say(where, 'description', followed(header)['description'])
      schema(where, followed(header)['schema'], new Set())
    }
    content(where, one['content'])
    for (const [name, link] of below(one['links'])) {
      say(where, 'link', name)
      say(where, 'description', followed(link)['description'])
      for (const value of Object.values(said(followed(link)['parameters']))) say(where, 'link', value)
    }
  }

  function content(where: string, types: unknown) {
    for (const [type, one] of below(types)) {
      say(where, 'contentType', type)
      media(where, one)
    }
  }

  function operation(path: string, verb: string, one: Said, shared: unknown[]) {
    const where = `${verb.toUpperCase()} …${path}`
    say(where, 'operation', path)
    for (const key of ['summary', 'description', 'operationId']) say(where, key, one[key])
    for (const given of [...shared, ...list(one['parameters'])]) parameter(where, given)
    const body = followed(one['requestBody'])
    say(where, 'description', body['description'])
    content(where, body['content'])
    for (const [status, given] of below(one['responses'])) response(where, status, given)
    for (const way of list(one['security']))
      for (const [name, scopes] of Object.entries(said(way))) for (const text of [name, ...list(scopes)]) say(where, 'security', text)
    for (const [name, given] of below(one['callbacks'])) {
      say(where, 'callback', name)
      for (const [address, within] of below(followed(given))) item(address, within)
    }
  }

  function item(path: string, given: unknown) {
    const one = followed(given)
    for (const verb of verbs) if (one[verb]) operation(path, verb, said(one[verb]), list(one['parameters']))
  }

  for (const [path, given] of [...below(root['paths']), ...below(root['webhooks'])]) item(path, given)
  for (const [name, given] of below(root['definitions'] ?? said(root['components'])['schemas'])) schema(`schema ${name}`, given, new Set())
  introduction(root, (kind, text) => say('introduction', kind, text))
  const counts: Record<string, number> = {}
  for (const { kind } of facts) counts[kind] = (counts[kind] ?? 0) + 1
  return { facts, counts }
}

/** What stands on the first page: of the description as a whole. */
function introduction(root: Said, say: (kind: string, text: unknown) => void) {
  for (const key of ['description', 'version', 'termsOfService']) say(key, said(root['info'])[key])
  for (const server of list(root['servers'])) for (const key of ['url', 'description']) say('server', said(server)[key])
  for (const [name, scheme] of below(root['securityDefinitions'] ?? said(root['components'])['securitySchemes']))
    for (const text of [name, scheme['description'], scheme['name']]) say('security', text)
  for (const tag of list(root['tags']).map(said)) if (tag['description']) for (const key of ['name', 'description']) say('tag', tag[key])
}
