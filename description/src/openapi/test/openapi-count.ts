/*
 * Counts the facts of an API description with its own reader, which shares no code with the importer. A fact is a text that must be on
 * every page that matches `where`.
 */
export interface Fact {
  kind: string
  where: string
  text: string
}

type Json = Record<string, unknown>

/** The value as an object; an empty object for any other value. */
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const entriesOf = (value: unknown): [string, Json][] => Object.entries(objectOf(value)).map(([name, one]) => [name, objectOf(one)])
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const words = ['description', 'title', 'pattern', 'format', 'summary']
const values = ['default', 'example', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf', 'const']

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function factsOf(root: Json): { facts: Fact[]; counts: Record<string, number> } {
  const facts: Fact[] = []
  const addFact = (where: string, kind: string, text: unknown) => {
    if (text !== undefined && plain(text) !== '') facts.push({ kind, where, text: plain(text) })
  }
  const at = (ref: string): unknown =>
    ref.startsWith('#/')
      ? ref
          .slice(2)
          .split('/')
          .reduce<unknown>((value, key) => objectOf(value)[decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~')], root)
      : undefined
  const followed = (value: unknown): Json => {
    let found = objectOf(value)
    for (let n = 0; typeof found['$ref'] === 'string' && n < 30; n++) found = objectOf(at(found['$ref']))
    return found
  }

  function schema(where: string, value: unknown, seen: Set<unknown>) {
    const one = followed(value)
    if (seen.has(one)) return
    seen.add(one)
    for (const key of words) if (typeof one[key] === 'string') addFact(where, key, one[key])
    for (const key of values) addFact(where, key, one[key])
    for (const value of list(one['enum'])) addFact(where, 'enum', value)
    for (const value of list(one['examples'])) addFact(where, 'example', value)
    for (const [name, property] of entriesOf(one['properties'])) {
      addFact(where, 'field', name)
      schema(where, property, new Set(seen))
    }
    for (const key of ['allOf', 'oneOf', 'anyOf', 'prefixItems']) for (const part of list(one[key])) schema(where, part, new Set(seen))
    for (const key of ['items', 'additionalProperties', 'not']) if (typeof one[key] === 'object') schema(where, one[key], new Set(seen))
  }

  function example(where: string, value: unknown) {
    const one = followed(value)
    addFact(where, 'example', one['value'])
    addFact(where, 'description', one['description'])
  }

  function media(where: string, one: Json) {
    schema(where, one['schema'], new Set())
    addFact(where, 'example', one['example'])
    for (const [, value] of entriesOf(one['examples'])) example(where, value)
  }

  function parameter(where: string, value: unknown) {
    const one = followed(value)
    if (one['in'] !== 'body') addFact(where, 'parameter', one['name'])
    addFact(where, 'description', one['description'])
    addFact(where, 'example', one['example'])
    schema(where, one['schema'] ?? { ...one, name: undefined, description: undefined }, new Set())
    content(where, one['content'])
    for (const [, value] of entriesOf(one['examples'])) example(where, value)
  }

  function response(where: string, status: string, value: unknown) {
    const one = followed(value)
    addFact(where, 'status', status)
    addFact(where, 'description', one['description'])
    schema(where, one['schema'], new Set())
    for (const value of root['swagger'] ? Object.values(objectOf(one['examples'])) : []) addFact(where, 'example', value)
    for (const [name, header] of entriesOf(one['headers'])) {
      addFact(where, 'header', name)
      addFact(where, 'description', followed(header)['description'])
      schema(where, followed(header)['schema'], new Set())
    }
    content(where, one['content'])
    for (const [name, link] of entriesOf(one['links'])) {
      addFact(where, 'link', name)
      addFact(where, 'description', followed(link)['description'])
      for (const value of Object.values(objectOf(followed(link)['parameters']))) addFact(where, 'link', value)
    }
  }

  function content(where: string, types: unknown) {
    for (const [type, one] of entriesOf(types)) {
      addFact(where, 'contentType', type)
      media(where, one)
    }
  }

  function operation(path: string, verb: string, one: Json, shared: unknown[]) {
    const where = `${verb.toUpperCase()} …${path}`
    addFact(where, 'operation', path)
    for (const key of ['summary', 'description', 'operationId']) addFact(where, key, one[key])
    for (const value of [...shared, ...list(one['parameters'])]) parameter(where, value)
    const body = followed(one['requestBody'])
    addFact(where, 'description', body['description'])
    content(where, body['content'])
    for (const [status, value] of entriesOf(one['responses'])) response(where, status, value)
    for (const requirement of list(one['security']))
      for (const [name, scopes] of Object.entries(objectOf(requirement)))
        for (const text of [name, ...list(scopes)]) addFact(where, 'security', text)
    for (const [name, value] of entriesOf(one['callbacks'])) {
      addFact(where, 'callback', name)
      for (const [address, pathItem] of entriesOf(followed(value))) item(address, pathItem)
    }
  }

  function item(path: string, value: unknown) {
    const one = followed(value)
    for (const verb of verbs) if (one[verb]) operation(path, verb, objectOf(one[verb]), list(one['parameters']))
  }

  for (const [path, value] of [...entriesOf(root['paths']), ...entriesOf(root['webhooks'])]) item(path, value)
  for (const [name, value] of entriesOf(root['definitions'] ?? objectOf(root['components'])['schemas']))
    schema(`schema ${name}`, value, new Set())
  introduction(root, (kind, text) => addFact('introduction', kind, text))
  const counts: Record<string, number> = {}
  for (const { kind } of facts) counts[kind] = (counts[kind] ?? 0) + 1
  return { facts, counts }
}

/** The facts of the introduction page. */
function introduction(root: Json, addFact: (kind: string, text: unknown) => void) {
  for (const key of ['description', 'version', 'termsOfService']) addFact(key, objectOf(root['info'])[key])
  for (const server of list(root['servers'])) for (const key of ['url', 'description']) addFact('server', objectOf(server)[key])
  for (const [name, scheme] of entriesOf(root['securityDefinitions'] ?? objectOf(root['components'])['securitySchemes']))
    for (const text of [name, scheme['description'], scheme['name']]) addFact('security', text)
  for (const tag of list(root['tags']).map(objectOf))
    if (tag['description']) for (const key of ['name', 'description']) addFact('tag', tag[key])
}
