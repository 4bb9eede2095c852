import { createHmac } from 'node:crypto'
import type { Language } from '@sheaf/contract'
import { firstChars } from '@sheaf/contract/limits'
import { meaningOf } from '../../change/change.service.ts'
import { type EventBody, type Links, type OutgoingEvent, urlOfAbout } from './event.ts'

const BODY_MAX_BYTES = 20 * 1024

/** The data of an event. It contains no text of a page. Ids are strings, as in all other JSON for programs. */
function dataOf({ body }: OutgoingEvent, language: Language, links: Links) {
  const { change, item, page, catalog, by, suggestion, meaning } = body
  return {
    ...(change > 0 ? { change: String(change) } : {}),
    ...(item ? { item: { id: String(item.id), name: item.name, url: links.item(item) } } : {}),
    ...(page && item
      ? {
          page: {
            id: String(page.id),
            title: page.title,
            ...(page.is_there ? { url: links.page(item, page.id), markdown_url: `${links.page(item, page.id)}.md` } : {}),
            path: page.path,
            ...(page.version > 0 ? { version: String(page.version) } : {}),
            ...(page.version_before > 0 ? { version_before: String(page.version_before) } : {}),
          },
        }
      : {}),
    ...(catalog ? { catalog: { id: String(catalog.id), name: catalog.name } } : {}),
    ...(by ? { by: { name: by.name, ...(by.via ? { via: by.via } : {}) } } : {}),
    ...(suggestion > 0 ? { suggestion: { id: String(suggestion), url: links.suggestion(suggestion) } } : {}),
    ...aboutOf(body, links),
    meaning: meaning.map((one) => meaningOf(one, language)),
    ...(page && page.history > 0 && page.is_there ? { compare_url: links.compare(page.id, page.history) } : {}),
  }
}

/** Characters of the text of a comment, a note or a request. */
const WORDS_MAX = 2000

function aboutOf(body: EventBody, links: Links) {
  const { about, words = '' } = body
  if (!about) return {}
  const url = urlOfAbout(body, links)
  const text = firstChars(words, WORDS_MAX).toWellFormed()
  const posted = about.id > 0 ? { id: String(about.id), ...(text ? { text } : {}) } : undefined
  if (about.kind === 'comment') return { thread: { id: String(about.thread), url }, ...(posted ? { comment: posted } : {}) }
  return about.kind === 'note' ? { feedback: { ...posted, url } } : { request: { ...posted, url } }
}

/** The body of Standard Webhooks. Meanings that do not fit are left out, last ones first. */
export function jsonBody(event: OutgoingEvent, language: Language, links: Links): string {
  const data = dataOf(event, language, links)
  const text = () => JSON.stringify({ type: event.type, timestamp: new Date(event.body.at * 1000).toISOString(), id: event.event_id, data })
  for (let body = text(); ; body = text()) {
    if (Buffer.byteLength(body) <= BODY_MAX_BYTES || data.meaning.length === 0) return body
    data.meaning.length = Math.floor(data.meaning.length / 2)
  }
}

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

const signatureOf = (secret: string, id: string, at: number, body: string) =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${at}.${body}`).digest('base64')}`

/** The headers of Standard Webhooks (W28). While an old secret overlaps, both sign. */
export const signedHeaders = (secrets: string[], id: string, at: number, body: string) => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, id, at, body)).join(' '),
})
