import type { Feed, FeedEntry } from './feed.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Characters that XML 1.0 forbids, even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"']/g, (mark) => marks[mark] ?? '')

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** A list with one line per meaning, as HTML. */
const htmlOf = ({ lines }: FeedEntry) => `<ul>${lines.map((line) => `<li>${escapeXml(line)}</li>`).join('')}</ul>`

function atomEntry(entry: FeedEntry): string {
  const { id, title, address, author, category, published, updated } = entry
  return `<entry>
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>
<author><name>${escapeXml(author || '-')}</name></author>
<category term="${escapeXml(category)}"/>
<published>${isoTime(published)}</published>
<updated>${isoTime(updated)}</updated>
<content type="html">${escapeXml(htmlOf(entry))}</content>
</entry>
`
}

/** Atom (RFC 4287) in parts (RFC 5005). */
export function atomOf({ id, title, language, self, first, next, home, entries, updated }: Feed): string {
  const link = (rel: string, href: string, type: string) => `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>\n`
  const atom = 'application/atom+xml'
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<updated>${isoTime(updated)}</updated>
<generator>Sheaf</generator>
${link('self', self, atom)}${link('first', first, atom)}${next ? link('next', next, atom) : ''}${link('alternate', home, 'text/html')}${entries.map(atomEntry).join('')}</feed>
`
}

/** JSON Feed 1.1. */
export function jsonFeedOf({ title, language, self, next, home, entries }: Feed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    ...(next ? { next_url: next } : {}),
    language,
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.address,
      title: entry.title,
      content_text: entry.lines.join('\n'),
      date_published: isoTime(entry.published),
      date_modified: isoTime(entry.updated),
      authors: [{ name: entry.author }],
      tags: [entry.category],
    })),
  }
  return `${JSON.stringify(feed, undefined, 1)}\n`
}
