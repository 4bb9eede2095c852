import type { WebhookKind } from '@sheaf/contract/webhooks'

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
export const escaped = (kind: Exclude<WebhookKind, 'json'>, text: string, max: number) =>
  [...cut(oneLine(text), max)].map((sign) => signs[kind].get(sign) ?? sign).join('')
