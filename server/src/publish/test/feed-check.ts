import { isDateTime, isWebAddress, parseXml, problemsOfText, type XmlElement } from './xml.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const REPEATED = ['author', 'category', 'contributor', 'link']

const named = (element: XmlElement, name: string) => element.children.filter((child) => child.uri === ATOM && child.name === name)
const isAbsolute = (text: string) => /^[a-z][a-z\d+.-]*:[^\s<>"]+$/i.test(text)

/** Rules of RFC 4287 that a feed and an entry share. */
function problemsOfPart(part: XmlElement): string[] {
  const problems = problemsOfText(part)
  const say = (what: string) => problems.push(`<${part.name}>: ${what}`)
  for (const name of ['id', 'title', 'updated']) if (named(part, name).length !== 1) say(`not one <${name}>`)
  const counts = Map.groupBy(part.children, ({ name }) => name)
  for (const [name, all] of counts) if (all.length > 1 && !REPEATED.includes(name) && name !== 'entry') say(`several <${name}>`)
  for (const { text } of named(part, 'id')) if (!isAbsolute(text)) say(`id ${text}`)
  for (const { name, text } of [...named(part, 'updated'), ...named(part, 'published')]) if (!isDateTime(text)) say(`${name} ${text}`)
  for (const { attributes } of named(part, 'category')) if (!attributes['term']) say('category without term')
  for (const author of named(part, 'author'))
    if (author.children.filter(({ name }) => name === 'name').length !== 1 || !author.children.some(({ text }) => text)) say('author')
  const links = named(part, 'link').map(({ attributes }) => attributes)
  for (const { href = '' } of links) if (!isWebAddress(href)) say(`link ${href}`)
  const alternates = links.filter(({ rel = 'alternate' }) => rel === 'alternate').map(({ type, hreflang }) => `${type} ${hreflang}`)
  if (new Set(alternates).size !== alternates.length) say('two alternates of one type')
  for (const { attributes } of [...named(part, 'title'), ...named(part, 'content')])
    if (!['text', 'html', undefined].includes(attributes['type'])) say(`type ${attributes['type']}`)
  return problems
}

/** What is wrong with an Atom feed (RFC 4287); empty if nothing is. */
export function problemsOfAtom(xml: string): string[] {
  const feed = parseXml(xml)
  if (feed.name !== 'feed' || feed.uri !== ATOM) return [`root <${feed.name}> in ${feed.uri}`]
  const problems = problemsOfPart(feed)
  if (!named(feed, 'link').some(({ attributes }) => attributes['rel'] === 'self')) problems.push('no link to itself')
  const entries = named(feed, 'entry')
  const ids = entries.map((entry) => named(entry, 'id')[0]?.text)
  if (new Set(ids).size !== ids.length) problems.push('two entries with one id')
  for (const entry of entries) {
    problems.push(...problemsOfPart(entry))
    if (named(entry, 'author').length === 0 && named(feed, 'author').length === 0) problems.push('entry without author')
    const hasAlternate = named(entry, 'link').some(({ attributes }) => attributes['rel'] === 'alternate')
    if (named(entry, 'content').length === 0 && !hasAlternate) problems.push('entry without content and address')
  }
  return problems
}

type Json = Record<string, unknown>
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function problemsOfItem(item: Json): string[] {
  const problems: string[] = []
  if (!isText(item['id'])) problems.push('item without id')
  if (!isText(item['content_text']) && !isText(item['content_html'])) problems.push('item without content')
  if (item['url'] !== undefined && !isWebAddress(String(item['url']))) problems.push(`url ${item['url']}`)
  for (const name of ['date_published', 'date_modified'])
    if (item[name] !== undefined && !isDateTime(String(item[name]))) problems.push(`${name} ${item[name]}`)
  for (const author of (item['authors'] ?? []) as Json[])
    if (!isText(author['name']) && !isText(author['url']) && !isText(author['avatar'])) problems.push('author')
  if (!((item['tags'] ?? []) as unknown[]).every(isText)) problems.push('tags')
  return problems
}

/** What is wrong with a JSON feed (version 1.1); empty if nothing is. */
export function problemsOfJsonFeed(text: string): string[] {
  const feed = JSON.parse(text) as Json
  const problems: string[] = []
  if (feed['version'] !== 'https://jsonfeed.org/version/1.1') problems.push(`version ${feed['version']}`)
  if (!isText(feed['title'])) problems.push('no title')
  for (const name of ['home_page_url', 'feed_url', 'next_url'])
    if (feed[name] !== undefined && !isWebAddress(String(feed[name]))) problems.push(`${name} ${feed[name]}`)
  if (feed['next_url'] === feed['feed_url']) problems.push('the next part is this one')
  if (!/^[a-z]{2,3}(?:-[A-Za-z\d]+)*$/.test(String(feed['language'] ?? 'en'))) problems.push(`language ${feed['language']}`)
  if (!Array.isArray(feed['items'])) return [...problems, 'no items']
  const items = feed['items'] as Json[]
  const ids = items.map((item) => item['id'])
  if (new Set(ids).size !== ids.length) problems.push('two items with one id')
  return [...problems, ...items.flatMap(problemsOfItem)]
}
