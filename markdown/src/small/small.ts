import createMarkdown, { type Env, type MarkdownIt, type StateInline, type Token } from 'markdown-it'
import { isExternal, safeUrl, withBase } from '../sanitise/safe-url.ts'

/** What a text in small Markdown can refer to. */
interface SmallOptions {
  /** Base path of the server; it is prepended to root-relative links. */
  base?: string
  /** Whether the mention is one: otherwise its name stays plain text. */
  mentions?: (kind: MentionKind, id: number) => boolean
  /** The page of this site to which an address leads. */
  pageAt?: (address: string) => number | undefined
}

type MentionKind = 'user' | 'team'

export interface Mention {
  kind: MentionKind
  id: number
  /** The name as the author wrote it. */
  name: string
}

interface SmallEnv extends Env {
  options: SmallOptions
  found: Mention[]
}

const MENTION = /@\[([^\]\n]{1,100})\]\((user|team):([1-9]\d{0,8})\)/y
/** Characters that change the direction of the text after them: they could disguise an address. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function mentionRule(state: StateInline, silent: boolean): boolean {
  MENTION.lastIndex = state.pos
  const [whole, name = '', kind, id] = MENTION.exec(state.src) ?? []
  if (whole === undefined) return false
  if (!silent) {
    const token = state.push('mention', 'span', 0)
    token.content = name
    token.meta = { kind, id: Number(id), name }
  }
  state.pos += whole.length
  return true
}

let parser: MarkdownIt | undefined

/** Emphasis, code, links, lists and quotes; no headings, pictures, tables and HTML. */
function createSmall(): MarkdownIt {
  const md = createMarkdown('zero', { html: false, linkify: true, breaks: true })
  md.enable(['fence', 'blockquote', 'list'])
  md.enable(['newline', 'escape', 'backticks', 'emphasis', 'link', 'autolink', 'entity', 'linkify'])
  md.enable(['balance_pairs'])
  md.linkify?.set({ fuzzyLink: false, fuzzyEmail: false })
  md.validateLink = (url) => safeUrl(url, 'link') !== undefined
  md.inline.ruler.before('link', 'mention', mentionRule)
  const { escapeHtml } = md.utils
  const plain = (text: string) => escapeHtml(text.replace(DIRECTIONS, ''))
  md.renderer.rules['text'] = (tokens, at) => plain(tokens[at]?.content ?? '')
  md.renderer.rules['mention'] = (tokens, at, _options, env) => {
    const { options, found } = env as SmallEnv
    const mention = { ...tokens[at]?.meta } as unknown as Mention
    found.push(mention)
    if (!options.mentions?.(mention.kind, mention.id)) return `@${plain(mention.name)}`
    return `<span class="mention" data-${mention.kind}="${mention.id}">@${plain(mention.name)}</span>`
  }
  md.renderer.rules['link_open'] = (tokens, at, _options, env) => {
    const { options } = env as SmallEnv
    const given = safeUrl(String(tokens[at]?.attrGet('href') ?? ''), 'link') ?? ''
    const href = escapeHtml(withBase(given, options.base ?? ''))
    const label = tokens[at + 1]?.content ?? ''
    // Where the text is the address itself, the title of the page can take its place.
    const page_id = tokens[at]?.info === 'auto' || label === given ? options.pageAt?.(given) : undefined
    const page = page_id === undefined ? '' : ` data-page="${page_id}"`
    if (!isExternal(given) || page_id !== undefined) return `<a href="${href}"${page}>`
    return `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">`
  }
  md.renderer.rules['link_close'] = (tokens, at) => `</a>${disguised(tokens.slice(0, at)) ? ` (${plain(hostOf(tokens, at))})` : ''}`
  return md
}

const lastLink = (tokens: Token[]) => tokens.findLastIndex(({ type }) => type === 'link_open')
const hrefOf = (tokens: Token[]) => String(tokens[lastLink(tokens)]?.attrGet('href') ?? '')

/** Whether the text of the last link looks like an address of another host than the one it leads to. */
function disguised(tokens: Token[]): boolean {
  const label = tokens
    .slice(lastLink(tokens) + 1)
    .map(({ content }) => content.replace(DIRECTIONS, ''))
    .join('')
  const shown = /(?:https?:)?[\\/]{2}([^\s\\/?#]+)|^\s*((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[\s\\/?#:]|$)/iu.exec(label)
  const host = (shown?.[1] ?? shown?.[2])?.toLowerCase()
  return host !== undefined && host !== hostIn(hrefOf(tokens))
}

const hostIn = (address: string) => /^(?:https?:)?[\\/]{2}([^\s\\/?#]+)/i.exec(address)?.[1]?.toLowerCase()
const hostOf = (tokens: Token[], at: number) => hostIn(hrefOf(tokens.slice(0, at))) ?? hrefOf(tokens.slice(0, at)).slice(0, 100)

/** Renders a comment as safe HTML, and returns everything it mentions. The caller limits the length of the text. */
export function renderSmall(text: string, options: SmallOptions = {}): { html: string; mentions: Mention[] } {
  parser ??= createSmall()
  const env: SmallEnv = { options, found: [] }
  const html = parser.render(text, env)
  return { html: html.trim(), mentions: env.found }
}

const WRITTEN_MENTION = new RegExp(MENTION.source, 'g')

/** A text with the names that its author wrote in place of mentions; `nameOf` gives others. */
export const withMentionNames = (text: string, nameOf: (mention: Mention) => string = ({ name }) => name): string =>
  text.replace(WRITTEN_MENTION, (_whole, name: string, kind: MentionKind, id: string) => `@${nameOf({ kind, id: Number(id), name })}`)

/** A text in which mentions of this person have another name. */
export const withPersonNamed = (text: string, uid: number, person: string): string =>
  text.replace(WRITTEN_MENTION, (whole, _name, kind: MentionKind, id: string) =>
    kind === 'user' && Number(id) === uid ? `@[${person}](user:${id})` : whole,
  )

const SHOWN_MENTION = /<span class="mention" data-(user|team)="(\d+)">@([^<]*)<\/span>/g
const SHOWN_PAGE = /(<a href="[^"]*" data-page=")(\d+)(">)([^<]*)<\/a>/g

/** The people, teams and pages in HTML of `renderSmall`. */
export function referencesIn(html: string): { users: number[]; teams: number[]; pages: number[] } {
  const idsOf = (kind: string) => [...html.matchAll(SHOWN_MENTION)].filter((found) => found[1] === kind).map((found) => Number(found[2]))
  return { users: idsOf('user'), teams: idsOf('team'), pages: [...html.matchAll(SHOWN_PAGE)].map((found) => Number(found[2])) }
}

interface Names {
  user: (uid: number) => string | undefined
  team: (team_id: number) => string | undefined
  /** The title of a page that the reader can open. */
  page: (page_id: number) => string | undefined
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

/** The HTML of `renderSmall` with the names of today and with titles in place of addresses. */
export const withNames = (html: string, names: Names): string =>
  html
    .replace(SHOWN_MENTION, (_whole, kind: MentionKind, id: string, written: string) => {
      const name = names[kind](Number(id))
      return `<span class="mention" data-${kind}="${id}">@${name === undefined ? written : escaped(name)}</span>`
    })
    .replace(SHOWN_PAGE, (_whole, open: string, id: string, close: string, address: string) => {
      const title = names.page(Number(id))
      return `${open}${id}${close}${title === undefined ? address : escaped(title)}</a>`
    })
