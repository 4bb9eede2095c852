import { createHmac } from 'node:crypto'
import type { Language } from '@sheaf/contract'
import type { WebhookKind } from '@sheaf/contract/webhooks'
import { meaningText } from '@sheaf/markdown/meaning'
import { botWords } from './bot.words.ts'
import { type Links, type OutgoingEvent, urlOfAbout } from './event.ts'

const wide = (signs: string) => new Map([...signs].map((sign) => [sign, String.fromCharCode(sign.charCodeAt(0) + 0xfee0)]))

/*
 * What a chat would read as formatting, a link or a mention. WeCom and DingTalk have no escapes, so such signs become their full-width
 * forms. Feishu reads references of HTML, and Slack three of them.
 */
const WIDE = wide('<>[]()*`#@!~\\|')
const references = (signs: string) => new Map([...signs].map((sign) => [sign, `&#${sign.charCodeAt(0)};`]))
const FEISHU = references('<>[]()*`#@!~\\|_$&:-+"\'')
const SLACK = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  // A link ends at the first of them, and a mention by name begins with the other.
  ['|', '｜'],
  ['@', '＠'],
  ['*', '∗'],
  ['~', '∼'],
  ['`', 'ˋ'],
])

const signs: Record<Exclude<WebhookKind, 'json'>, ReadonlyMap<string, string>> = {
  wecom: WIDE,
  dingtalk: WIDE,
  feishu: FEISHU,
  slack: SLACK,
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Larger than any character of a language; a longer cluster is many marks on one letter. */
const CLUSTER_MAX_UNITS = 40

/** The text within a number of characters as a reader counts them. It is never cut inside one. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  let out = ''
  let count = 0
  for (const { segment } of segments.segment(text.slice(0, max * CLUSTER_MAX_UNITS))) {
    if (++count > max || out.length + segment.length > max * 2) return `${out.trimEnd()}…`
    out += segment.length > CLUSTER_MAX_UNITS ? '…' : segment
  }
  return out
}

/** Control characters, and marks that reverse or hide text, have no place in one line of a chat. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu
/** Emoji of several parts need this one. */
const JOINER = '\u200d'
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(HIDDEN, (found) => (found === JOINER ? found : ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** A name or title as text of this chat, on one line. */
const escaped = (kind: Exclude<WebhookKind, 'json'>, text: string, max: number) =>
  [...cut(oneLine(text), max)].map((sign) => signs[kind].get(sign) ?? sign).join('')

type Bot = Exclude<WebhookKind, 'json'>

/** Characters of a name, and of all meanings of one change. */
const NAME_MAX = 60
const MEANINGS_SHOWN = 4
const MEANING_MAX = 90
/** Characters of the text of a comment, a note or a request. */
const WORDS_MAX = 200
/** Changes that one message lists. */
const LINES_MAX = 10

/** The longest text of a message in bytes, with room for what surrounds it. */
const BYTES_MAX: Record<Bot, number> = { wecom: 4000, dingtalk: 18_000, feishu: 17_000, slack: 20_000 }

interface Look {
  link: (text: string, url: string) => string
  bold: (text: string) => string
  quote: (text: string) => string
}

const markdown: Look = {
  link: (text, url) => `[${text}](${url})`,
  bold: (text) => `**${text}**`,
  quote: (text) => `> ${text}`,
}
const looks: Record<Bot, Look> = {
  wecom: markdown,
  dingtalk: markdown,
  // Cards know no quotes.
  feishu: { ...markdown, quote: (text) => text },
  slack: { link: (text, url) => `<${url}|${text}>`, bold: (text) => `*${text}*`, quote: (text) => `>${text}` },
}

interface Means {
  language: Language
  links: Links
  /** HH:MM in the time zone of the site. */
  clock: (at: number) => string
}

/** One change: its title with a link, what changed, and by whom. */
function lineOf(kind: Bot, { type, title, body }: OutgoingEvent, means: Means) {
  const { item, page, catalog, by, suggestion, meaning, at, about, words: content = '' } = body
  const { language, links, clock } = means
  const words = botWords[language]
  const look = looks[kind]
  const plain = (text: string, max = NAME_MAX) => escaped(kind, text, max)
  const event = words.events[type as keyof typeof words.events] ?? type
  // A site whose mails hold no content sends no names either.
  const name = plain(page?.title ?? catalog?.name ?? title) || (about ? event : '-')
  const url =
    item && links.isAbsolute
      ? suggestion > 0
        ? links.suggestion(suggestion)
        : about
          ? urlOfAbout(body, links)
          : page?.is_there
            ? links.page(item, page.id)
            : links.item(item)
      : ''
  const texts = meaning.map((one) => plain(meaningText(one, language), MEANING_MAX))
  const what = texts.length > 0 ? words.meanings(texts.slice(0, MEANINGS_SHOWN), texts.length - MEANINGS_SHOWN) : event
  const head = `${look.bold(url ? look.link(name, url) : name)}${item?.name ? ` · ${plain(item.name)}` : ''}`
  const known = content
    ? words.says(event, plain(content, WORDS_MAX))
    : texts.length > 0 && type !== 'page.changed'
      ? `${event}: ${what}`
      : what
  return [head, look.quote(known), ...(by ? [words.by(plain(by.name), plain(by.via), clock(at))] : [])]
}

const bytes = (text: string) => Buffer.byteLength(text)

/** A change that was extended has several events; the last one contains everything. */
const lastOfEach = (events: OutgoingEvent[]) => [...new Map(events.map((event) => [event.body.change || event.event_id, event])).values()]

/** The changes of a message, as many as fit, and a last line about the others. */
function linesOf(kind: Bot, events: OutgoingEvent[], means: Means): string[][] {
  const lines: string[][] = []
  let size = 0
  for (const event of events.slice(0, LINES_MAX)) {
    const line = lineOf(kind, event, means)
    size += bytes(line.join('\n')) + 2
    if (lines.length > 0 && size > BYTES_MAX[kind]) break
    lines.push(line)
  }
  const more = events.length - lines.length
  if (more > 0) {
    const words = botWords[means.language]
    const { item } = events[0]?.body ?? {}
    const url = item && means.links.isAbsolute ? means.links.changes(item.id) : ''
    lines.push([`${words.more(more)}${url ? ` · ${looks[kind].link(words.all, url)}` : ''}`])
  }
  return lines
}

/** Without formatting, for the notification of a message. */
function headingOf(kind: Bot, events: OutgoingEvent[], { language }: Means) {
  const [first] = events
  if (events.length !== 1 || !first) return botWords[language].heading(events.length)
  return escaped(kind, first.body.page?.title ?? first.body.catalog?.name ?? first.title, NAME_MAX) || botWords[language].heading(1)
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

interface BotRequest {
  url: string
  body: string
}

/** The request of one message in the form that the chat documents. `secret` is "" for a bot that does not check signatures. */
export function botRequest(kind: Bot, url: string, secret: string, at: number, events: OutgoingEvent[], means: Means): BotRequest {
  const changes = lastOfEach(events)
  const lines = linesOf(kind, changes, means)
  const heading = headingOf(kind, changes, means)
  const text = lines.map((line) => line.join('\n')).join('\n\n')
  if (kind === 'wecom') return { url, body: JSON.stringify({ msgtype: 'markdown', markdown: { content: text } }) }
  if (kind === 'slack') {
    const blocks = lines.map((line) => ({ type: 'section', text: { type: 'mrkdwn', text: line.join('\n') } }))
    return { url, body: JSON.stringify({ text: heading, blocks }) }
  }
  if (kind === 'dingtalk') {
    // DingTalk joins lines that no blank line separates.
    const content = lines.map((line) => line.join('\n\n')).join('\n\n---\n\n')
    const signed = new URL(url)
    const ms = at * 1000
    if (secret) {
      signed.searchParams.set('timestamp', String(ms))
      signed.searchParams.set('sign', hmac(secret, `${ms}\n${secret}`))
    }
    return { url: signed.href, body: JSON.stringify({ msgtype: 'markdown', markdown: { title: heading, text: content } }) }
  }
  const card = {
    config: { wide_screen_mode: true },
    header: { title: { tag: 'plain_text', content: heading }, template: 'green' },
    elements: [{ tag: 'markdown', content: text }],
  }
  const signature = secret ? { timestamp: String(at), sign: hmac(`${at}\n${secret}`, '') } : {}
  return { url, body: JSON.stringify({ ...signature, msg_type: 'interactive', card }) }
}
