import type { Language } from '@sheaf/contract'
import { inLanguage, languages } from '@sheaf/contract/languages'
import { type Html, join, tag, text } from './html.ts'
import { letterWords } from './letter.words.ts'

/** A line about what happened, or what a person wrote. */
export interface Line {
  kind: 'point' | 'quote'
  text: string
  /** Of the thread, in an entry with several subjects. */
  href?: string
}

/** One page, or another subject. */
export interface Entry {
  title: string
  href: string
  lines: Line[]
  /** Who acted, and how often. */
  by: string
  action?: { text: string; href: string }
}

export interface Section {
  title: string
  entries: Entry[]
}

/** The content of a mail, in the language of the person. Both its parts are made from it. */
export interface Letter {
  language: Language
  heading: string
  intro: string
  /** What a mail without content is for: the place that has it. */
  action?: { text: string; href: string }
  sections: Section[]
  /** Lines that are left out. */
  more: number
  moreHref: string
  /** A remark below the news, or "". */
  note: string
  footer: { why: string; links: { text: string; href: string }[]; site: string }
}

export function letterText({ language, heading, intro, action, sections, more, moreHref, note, footer }: Letter): string {
  const { colon } = languages[language]
  const blocks = sections.flatMap(({ title, entries }) => [`== ${title} ==`, ...entries.map((entry) => entryText(entry, colon))])
  const rest = more > 0 ? [`${inLanguage(letterWords, language).more(more)}${colon}${moreHref}`] : []
  const links = footer.links.map((link) => `${link.text}${colon}${link.href}`)
  const end = ['-- ', footer.why, ...links, footer.site].join('\n')
  const open = action ? [`${action.text}${colon}${action.href}`] : []
  return `${[heading, ...(intro ? [intro] : []), ...open, ...blocks, ...rest, ...(note ? [note] : []), end].join('\n\n')}\n`
}

const entryText = ({ title, href, lines, by, action }: Entry, colon: string) =>
  [
    title,
    ...lines.map(({ kind, text: line, href: link }) => `${kind === 'quote' ? '>' : '-'} ${line}${link ? `\n  ${link}` : ''}`),
    ...(by ? [by] : []),
    ...(action ? [`${action.text}${colon}${action.href}`] : href ? [href] : []),
  ].join('\n')

/*
 * Programs that ignore the style sheet show the plain colours of the attributes, which are readable on white and on black; those that know
 * `prefers-color-scheme` get the colours of the product.
 */
const FONT = "-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans SC',Roboto,Helvetica,Arial,sans-serif"
const SHEET = `body,.s{margin:0;background:#fffefc;color:#1d1d1b}a{color:#1a6b50}.s{padding:24px 16px}.w{max-width:620px;margin:0 auto}
.q{border-left:2px solid #d6d2c6;color:#1d1d1b}.m,.i,.k{color:#67645a}.r{border-top:1px solid #e5e2d9}.k{border-bottom:1px solid #e5e2d9}
@media(prefers-color-scheme:dark){body,.s{background:#131614;color:#e9ebe6}a{color:#6ecba5}.q{border-color:#3a423b;color:#e9ebe6}
.m,.i,.k{color:#969c92}.r{border-color:#282e29}.k{border-color:#282e29}}
@media(max-width:480px){.s{padding:16px 12px}}`

const size = (pixels: number, more = '') => `font-size:${pixels}px;line-height:1.5;overflow-wrap:anywhere;${more}`

export function letterHtml(letter: Letter): string {
  const { language, heading, intro, action, sections, more, moreHref, note, footer } = letter
  const words = inLanguage(letterWords, language)
  const body = tag(
    'div',
    { class: 's', style: `font-family:${FONT};${size(15)}` },
    tag(
      'div',
      { class: 'w' },
      tag('p', { style: size(14, 'font-weight:600;margin:0 0 20px') }, 'Sheaf 简册'),
      tag('h1', { style: size(21, 'font-weight:650;margin:0 0 4px;line-height:1.3') }, heading),
      ...(intro ? [tag('p', { class: 'i', style: size(14, 'margin:0') }, intro)] : []),
      ...(action ? [tag('p', { style: size(15, 'margin:16px 0 0') }, tag('a', { href: action.href }, action.text))] : []),
      ...sections.map(sectionHtml),
      ...(more > 0 ? [tag('p', { style: size(14, 'margin:24px 0 0') }, tag('a', { href: moreHref }, words.more(more)))] : []),
      ...(note ? [tag('p', { class: 'm', style: size(14, 'margin:24px 0 0') }, note)] : []),
      tag(
        'p',
        { class: 'r m', style: size(12, 'margin:36px 0 0;padding:14px 0 0') },
        `${footer.why} `,
        join(
          footer.links.map((link) => tag('a', { class: 'm', href: link.href, style: 'white-space:nowrap' }, link.text)),
          ' · ',
        ),
        tag('span', { style: 'display:block;margin-top:4px' }, footer.site),
      ),
    ),
  )
  return `<!DOCTYPE html><html lang="${languages[language].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${text(heading).html}</title><style>${SHEET}</style></head><body>${body.html}</body></html>`
}

function sectionHtml({ title, entries }: Section): Html {
  return tag(
    'div',
    { style: 'margin:30px 0 0' },
    tag('h2', { class: 'k', style: size(13, 'font-weight:600;margin:0;padding:0 0 7px') }, title),
    ...entries.map((entry, n) => entryHtml(entry, n > 0)),
  )
}

function entryHtml({ title, href, lines, by, action }: Entry, isNext: boolean): Html {
  const name = href ? tag('a', { href, style: 'text-decoration:none' }, title) : text(title)
  const meta = [...(by ? [text(by)] : []), ...(action ? [tag('a', { href: action.href }, action.text)] : [])]
  return tag(
    'div',
    { ...(isNext && { class: 'r' }), style: 'padding:14px 0' },
    tag('h3', { style: size(15, 'font-weight:650;margin:0') }, name),
    ...lines.map(lineHtml),
    ...(meta.length > 0 ? [tag('p', { class: 'm', style: size(13, 'margin:4px 0 0') }, join(meta, ' · '))] : []),
  )
}

const lineHtml = ({ kind, text: line, href }: Line): Html => {
  const linked = (parts: Html[]) => (href ? [tag('a', { href, style: 'text-decoration:none' }, ...parts)] : parts)
  return kind === 'quote'
    ? tag('p', { class: 'q', style: size(14, 'margin:6px 0 0;padding:0 0 0 10px') }, ...linked([text(line)]))
    : tag('p', { style: size(14, 'margin:3px 0 0;padding:0 0 0 16px;text-indent:-16px') }, '•\u00a0\u00a0', ...linked(withCode(line)))
}

const CODE = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px'

/** Names between backticks, as the meanings of changes write them. */
const withCode = (line: string): Html[] =>
  line.split(/`([^`]+)`/).map((part, n) => (n % 2 === 1 ? tag('code', { style: CODE }, part) : text(part)))
