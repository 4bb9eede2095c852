import { render } from '@sheaf/markdown'
import type { PlanPage } from '../plan-types.ts'

/*
 * Counts what a description says, by its own reading of it: nothing here is shared with the importer. A fact is a text that must stand
 * on every page that has all of `where`.
 */
interface Fact {
  kind: string
  where: string
  text: string
}

// biome-ignore lint/suspicious/noExplicitAny: a document of strangers, read on its own
type Said = Record<string, any>

const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const words = ['description', 'title', 'pattern', 'format', 'summary']
const values = ['default', 'example', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf', 'const']

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function factsOf(root: Said): { facts: Fact[]; counts: Record<string, number> } {
  const facts: Fact[] = []
  const say = (where: string, kind: string, text: unknown) => {
    if (text !== undefined && plain(text) !== '') facts.push({ kind, where, text: plain(text) })
  }
  const at = (ref: string): Said | undefined =>
    ref.startsWith('#/')
      ? ref
          .slice(2)
          .split('/')
          .reduce<Said | undefined>((value, key) => value?.[decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~')], root)
      : undefined
  const followed = (value: Said | undefined): Said => {
    let found = value
    for (let n = 0; found?.['$ref'] && n < 30; n++) found = at(found['$ref'])
    return found ?? {}
  }

  function schema(where: string, said: Said | undefined, seen: Set<unknown>) {
    const one = followed(said)
    if (seen.has(one)) return
    seen.add(one)
    for (const key of words) if (typeof one[key] === 'string') say(where, key, one[key])
    for (const key of values) say(where, key, one[key])
    for (const value of one['enum'] ?? []) say(where, 'enum', value)
    for (const value of Array.isArray(one['examples']) ? one['examples'] : []) say(where, 'example', value)
    for (const [name, property] of Object.entries<Said>(one['properties'] ?? {})) {
      say(where, 'field', name)
      schema(where, property, new Set(seen))
    }
    for (const key of ['allOf', 'oneOf', 'anyOf', 'prefixItems']) for (const part of one[key] ?? []) schema(where, part, new Set(seen))
    for (const key of ['items', 'additionalProperties', 'not']) if (typeof one[key] === 'object') schema(where, one[key], new Set(seen))
  }

  function example(where: string, said: Said) {
    const one = followed(said)
    say(where, 'example', one['value'])
    say(where, 'description', one['description'])
  }

  function media(where: string, said: Said) {
    schema(where, said['schema'], new Set())
    say(where, 'example', said['example'])
    for (const one of Object.values<Said>(said['examples'] ?? {})) example(where, one)
  }

  function parameter(where: string, given: Said) {
    const one = followed(given)
    if (one['in'] !== 'body') say(where, 'parameter', one['name'])
    say(where, 'description', one['description'])
    say(where, 'example', one['example'])
    schema(where, one['schema'] ?? { ...one, name: undefined, description: undefined }, new Set())
    for (const [type, content] of Object.entries<Said>(one['content'] ?? {})) {
      say(where, 'contentType', type)
      media(where, content)
    }
    for (const said of Object.values<Said>(one['examples'] ?? {})) example(where, said)
  }

  function response(where: string, status: string, given: Said) {
    const one = followed(given)
    say(where, 'status', status)
    say(where, 'description', one['description'])
    schema(where, one['schema'], new Set())
    for (const value of Object.values(root['swagger'] ? (one['examples'] ?? {}) : {})) say(where, 'example', value)
    for (const [name, header] of Object.entries<Said>(one['headers'] ?? {})) {
      say(where, 'header', name)
      say(where, 'description', followed(header)['description'])
      schema(where, followed(header)['schema'], new Set())
    }
    content(where, one['content'])
    for (const [name, link] of Object.entries<Said>(one['links'] ?? {})) {
      say(where, 'link', name)
      say(where, 'description', followed(link)['description'])
      for (const value of Object.values(followed(link)['parameters'] ?? {})) say(where, 'link', value)
    }
  }

  function content(where: string, types: Record<string, Said> | undefined) {
    for (const [type, said] of Object.entries(types ?? {})) {
      say(where, 'contentType', type)
      media(where, said)
    }
  }

  function item(path: string, given: Said) {
    const pathItem = followed(given)
    for (const verb of verbs) {
      const one: Said | undefined = pathItem[verb]
      if (!one) continue
      const where = `${verb.toUpperCase()} …${path}`
      say(where, 'operation', path)
      for (const key of ['summary', 'description', 'operationId']) say(where, key, one[key])
      for (const said of [...(pathItem['parameters'] ?? []), ...(one['parameters'] ?? [])]) parameter(where, said)
      const body = followed(one['requestBody'])
      say(where, 'description', body['description'])
      content(where, body['content'])
      for (const [status, said] of Object.entries<Said>(one['responses'] ?? {})) response(where, status, said)
      for (const way of one['security'] ?? [])
        for (const [name, scopes] of Object.entries<string[]>(way)) for (const text of [name, ...scopes]) say(where, 'security', text)
      for (const [name, said] of Object.entries<Said>(one['callbacks'] ?? {})) {
        say(where, 'callback', name)
        for (const [address, below] of Object.entries<Said>(followed(said))) item(address, below)
      }
    }
  }

  for (const [path, said] of [...Object.entries<Said>(root['paths'] ?? {}), ...Object.entries<Said>(root['webhooks'] ?? {})])
    item(path, said)
  for (const [name, said] of Object.entries<Said>(root['definitions'] ?? root['components']?.['schemas'] ?? {}))
    schema(`schema ${name}`, said, new Set())
  for (const key of ['description', 'version', 'termsOfService']) say('introduction', key, root['info']?.[key])
  for (const server of root['servers'] ?? []) for (const key of ['url', 'description']) say('introduction', 'server', server[key])
  const schemes = root['securityDefinitions'] ?? root['components']?.['securitySchemes'] ?? {}
  for (const [name, scheme] of Object.entries<Said>(schemes))
    for (const text of [name, scheme['description'], scheme['name']]) say('introduction', 'security', text)
  for (const tag of root['tags'] ?? [])
    if (tag['description']) for (const key of ['name', 'description']) say('introduction', 'tag', tag[key])
  const counts: Record<string, number> = {}
  for (const { kind } of facts) counts[kind] = (counts[kind] ?? 0) + 1
  return { facts, counts }
}

/** Without blanks and the marks of Markdown, which tables and lines place differently. */
const squash = (text: string) => text.replace(/[\s\\*_`#|>.,"-]+/g, '')

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#x?)?(\w+);/g, (whole, sign: string | undefined, name: string) =>
      sign ? String.fromCodePoint(Number(sign === '#' ? name : `0x${name}`)) : (entities[name] ?? whole),
    )

/** The facts that do not stand where they must. */
export async function missingFacts(facts: Fact[], pages: PlanPage[], language: 'en' | 'zh'): Promise<string[]> {
  const texts = new Map<string, { words: string; names: string[] }[]>()
  for (const { title, content, entry } of pages) {
    const { html } = await render(content, { language })
    const [, verb = '', address = ''] = /```endpoint.*\n(\S+) (.*)/.exec(content) ?? []
    const name = entry.startsWith('schema') ? `schema ${title}` : entry.startsWith('introduction') ? 'introduction' : `${verb} ${address}`
    const names = [...html.matchAll(/<div class="fn" role="cell">(.*?)<\/div>/g)].map(([, cell = '']) => squash(textOf(cell)))
    texts.set(name, [...(texts.get(name) ?? []), { words: squash(`${title} ${textOf(html)}`), names }])
  }
  const missing: string[] = []
  for (const { kind, where, text } of facts) {
    const [verb, path = ''] = where.split(' …')
    const found = [...texts].filter(([name]) => name === where || (path !== '' && name.startsWith(`${verb} `) && name.endsWith(path)))
    const words = isMarkdown.has(kind) ? textOf((await render(text, { language })).html) : text
    const is =
      found.length > 0 &&
      found.every(([, all]) =>
        all.every((page) =>
          isName.has(kind) ? page.names.some((one) => one.endsWith(squash(words))) : page.words.includes(squash(words)),
        ),
      )
    if (!is) missing.push(`${where}: ${kind} ${text.slice(0, 100)}`)
  }
  return missing
}

/** These must stand in the first column of a table. */
const isName = new Set(['field', 'parameter', 'header'])

const isMarkdown = new Set(['description', 'tag', 'security', 'title'])
