/*
 * HTML of mails. Text becomes HTML in one place alone, where it is escaped: no template puts strings together (S142, S151).
 */

/** HTML that is safe to send: made by `tag`, `text` and `join` alone. */
export interface Html {
  readonly html: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

export const text = (value: string): Html => ({ html: escaped(value) })

export const join = (parts: readonly Html[], between = ''): Html => ({ html: parts.map(({ html }) => html).join(escaped(between)) })

type Tag = 'a' | 'code' | 'div' | 'h1' | 'h2' | 'h3' | 'li' | 'p' | 'span' | 'ul'

export interface Attributes {
  class?: string
  style?: string
  /** Only addresses of the site: others are left out. */
  href?: string
}

export function tag(name: Tag, { class: names, style, href }: Attributes, ...content: readonly (Html | string)[]): Html {
  const attributes = [
    names ? ` class="${escaped(names)}"` : '',
    style ? ` style="${escaped(style)}"` : '',
    href && /^https?:\/\//.test(href) ? ` href="${escaped(href)}"` : '',
  ].join('')
  const inside = content.map((part) => (typeof part === 'string' ? escaped(part) : part.html)).join('')
  return { html: `<${name}${attributes}>${inside}</${name}>` }
}

/** Characters that could hide or turn what is written next to them, and those that end a header line. */
const HIDDEN = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])+/gu

/** One line of text without control and bidirectional signs and without halves of characters, at most this number of characters. */
export function oneLine(value: string, most: number): string {
  const line = value.toWellFormed().replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim()
  const signs = [...line.slice(0, most * 2)]
  return signs.length > most || line.length > most * 2
    ? `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line
}
