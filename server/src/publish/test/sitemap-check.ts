import { isDate, isDateTime, isWebAddress, parseXml, problemsOfText, type XmlElement } from './xml.ts'

/*
 * What the schemas of sitemaps.org (sitemap.xsd and siteindex.xsd, version 0.9) and the text of the protocol require.
 */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const ENTRIES_MAX = 50_000
const BYTES_MAX = 50 * 1024 * 1024
const LOC_MIN_CHARS = 12
const LOC_MAX_CHARS = 2048
const FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never']

/** The elements of an entry in their order, each with the check of its text. Only the first is required. */
type Form = [name: string, isValid: (text: string) => boolean][]

const isLoc = (text: string) => text.length >= LOC_MIN_CHARS && text.length <= LOC_MAX_CHARS && isWebAddress(text)
const isLastmod = (text: string) => isDate(text) || isDateTime(text)
const isPriority = (text: string) => /^\d+(?:\.\d+)?$/.test(text) && Number(text) <= 1

const place: Form = [
  ['loc', isLoc],
  ['lastmod', isLastmod],
]
const forms: Record<string, { entry: string; form: Form }> = {
  sitemapindex: { entry: 'sitemap', form: place },
  urlset: { entry: 'url', form: [...place, ['changefreq', (text) => FREQUENCIES.includes(text)], ['priority', isPriority]] },
}

function problemsOfEntry(entry: XmlElement, form: Form): string[] {
  const order = form.map(([name]) => name)
  const places = entry.children.map(({ name }) => order.indexOf(name))
  const problems = problemsOfText(entry)
  if (Object.keys(entry.attributes).length > 0) problems.push(`attributes of <${entry.name}>`)
  if (places[0] !== 0) problems.push(`<${entry.name}> does not begin with <loc>`)
  if (places.some((at, n) => at < 0 || (n > 0 && at <= (places[n - 1] as number)))) problems.push(`order or names in <${entry.name}>`)
  for (const { name, uri, children, text } of entry.children) {
    const [, isValid] = form.find(([one]) => one === name) ?? []
    if (uri !== NAMESPACE || children.length > 0 || !isValid?.(text)) problems.push(`<${name}>${text}`)
  }
  return problems
}

/** What is wrong with a sitemap or an index of sitemaps; empty if nothing is. */
export function problemsOfSitemap(xml: string): string[] {
  const root = parseXml(xml)
  const kind = forms[root.name]
  if (!kind || root.uri !== NAMESPACE) return [`root <${root.name}> in ${root.uri}`]
  const problems = problemsOfText(root)
  if (Buffer.byteLength(xml) > BYTES_MAX) problems.push('too long')
  if (root.children.length === 0 || root.children.length > ENTRIES_MAX) problems.push(`${root.children.length} entries`)
  for (const entry of root.children) {
    if (entry.name !== kind.entry || entry.uri !== NAMESPACE) problems.push(`<${entry.name}> in <${root.name}>`)
    else problems.push(...problemsOfEntry(entry, kind.form))
  }
  return problems
}

/** The addresses of a sitemap or an index, in their order. */
export const addressesIn = (xml: string) =>
  parseXml(xml).children.map(({ children }) => children.find(({ name }) => name === 'loc')?.text ?? '')
