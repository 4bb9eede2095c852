import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import { ownHtml } from '../writers/html.ts'

const size = /\s+=(\d{1,4}%?)?x(\d{1,4}%?)?\s*\)/y

function sizedImage(state: StateInline, silent: boolean): boolean {
  const { src, pos, md } = state
  if (!src.startsWith('![', pos)) return false
  const labelEnd = md.helpers.parseLinkLabel(state, pos + 1, false)
  if (labelEnd < 0 || src.charAt(labelEnd + 1) !== '(') return false
  let at = labelEnd + 2
  while (src.charAt(at) === ' ') at++
  const target = md.helpers.parseLinkDestination(src, at, state.posMax)
  if (!target.ok) return false
  size.lastIndex = target.pos
  const found = size.exec(src)
  if (!found || (!found[1] && !found[2]) || size.lastIndex > state.posMax) return false
  if (!silent) {
    const token = state.push('image', 'img', 0)
    token.content = src.slice(pos + 2, labelEnd)
    token.children = []
    md.inline.parse(token.content, md, state.env, token.children)
    token.attrs = [
      ['src', md.normalizeLink(target.str)],
      ['alt', ''],
    ]
    if (found[1]) token.attrPush(['width', found[1]])
    if (found[2]) token.attrPush(['height', found[2]])
  }
  state.pos = size.lastIndex
  return true
}

/** Parses editor.md's `![](a.png =100x200)`. */
export function sizedImageRule(md: MarkdownIt): void {
  md.inline.ruler.before('image', 'sized_image', sizedImage)
}

const box = /^\[([ xX])\](?=\s|$)/

function tasks(state: StateCore): void {
  const lists: Token[] = []
  const { tokens } = state
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token)
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
    if (token.type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open') continue
    const first = token.children?.[0]
    const match = first?.type === 'text' ? box.exec(first.content) : null
    if (!match || !first) continue
    first.content = first.content.slice(3)
    const name = state.md.utils.escapeHtml(
      token
        .children!.map(({ content }) => content)
        .join('')
        .trim(),
    )
    const checked = match[1] === ' ' ? '' : ' checked'
    token.children!.unshift(ownHtml(state, `<input type="checkbox" disabled${checked} aria-label="${name}">`))
    lists.at(-1)?.attrSet('class', 'tasks')
  }
}

/** Parses `- [ ] open` and `- [x] done`. */
export function taskList(md: MarkdownIt): void {
  md.core.ruler.push('tasks', tasks)
}

const han = /\p{Script=Han}/gu
const wordOrNumber = /[\p{L}\p{N}]+/gu

const countOf = (text: string) => ({
  han: text.match(han)?.length ?? 0,
  words: text.replace(han, ' ').match(wordOrNumber)?.length ?? 0,
})
const isHan = (count: { han: number; words: number }) => count.han > 0 && count.han >= count.words

/** An emphasis that is open, with the Chinese characters and the other words in it. */
interface Emphasis {
  token: Token
  /** `MARKDOWN`, or the name of an HTML element in small letters. */
  name: string
  han: number
  words: number
}

const MARKDOWN = '*'
const emTag = /^<(\/?)(em|i)(?=[\s>])/i

/** The name that a token opens or closes. */
function emphasisTag({ type, content }: Token): { name: string; closes: boolean } | undefined {
  if (type === 'em_open' || type === 'em_close') return { name: MARKDOWN, closes: type === 'em_close' }
  const tag = type === 'html_inline' ? emTag.exec(content) : null
  return tag?.[2] ? { name: tag[2].toLowerCase(), closes: tag[1] === '/' } : undefined
}

/** The class comes first, because the first of two classes counts. */
function markHan({ token, name }: Emphasis): void {
  if (name === MARKDOWN) token.attrSet('class', 'han')
  else token.content = token.content.replace(emTag, '$& class="han"')
}

function emphasisOf({ tokens }: StateCore): void {
  for (const { children } of tokens) {
    const open: Emphasis[] = []
    for (const token of children ?? []) {
      const tag = emphasisTag(token)
      // An element that is open at the end of Markdown's emphasis ends with it.
      if (tag?.closes && tag.name === MARKDOWN) while (open.length > 0 && open.at(-1)?.name !== MARKDOWN) open.pop()
      const last = open.at(-1)
      if (tag && !tag.closes) open.push({ token, name: tag.name, han: 0, words: 0 })
      else if (last && token.type === 'text') {
        const count = countOf(token.content)
        last.han += count.han
        last.words += count.words
      } else if (last && tag?.name === last.name) {
        open.pop()
        if (isHan(last)) markHan(last)
        const outer = open.at(-1)
        if (outer) [outer.han, outer.words] = [outer.han + last.han, outer.words + last.words]
      }
    }
  }
}

/** Chinese has no italics: the style sheet gives emphasized Chinese another mark, in each language of the screen. */
export function hanEmphasis(md: MarkdownIt): void {
  md.core.ruler.push('han_emphasis', emphasisOf)
}

/** The same for emphasized text in blocks of HTML, which have no tokens. Needs sanitised HTML: its attributes have no `<`. */
export const markHanIn = (html: string): string =>
  html.replace(/<(em|i)>([^<]+)(?=<\/\1>)/g, (all, name: string, text: string) =>
    isHan(countOf(text)) ? `<${name} class="han">${text}` : all,
  )

const letter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
const mark = /[\u3000-\u303f\uff01-\uff65“”‘’…—]/u

/**
 * Chinese has no spaces between words, so CommonMark does not recognize `**参数：**值` and `是**“强”**的` as emphasis. This rule lets
 * adjacent Chinese characters open and close emphasis.
 */
export function cjkEmphasis(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord)
      const last = this.src.charAt(start - 1)
      const next = this.src.charAt(start + found.length)
      if (!canSplitWord || last.trim() === '' || next.trim() === '') return found
      if (letter.test(last) || mark.test(next)) found.can_open = true
      if (letter.test(next) || mark.test(last)) found.can_close = true
      return found
    }
  }
}

/** Without the flag `u`, as the library composes its expressions. */
const CJK = '[\\u3000-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uff00-\\uffef“”‘’…—]'

/**
 * Links the e-mail address in `邮箱：ops@example.com` and `联系ops@example.com处理`: the library wants a space before an address, and takes
 * Chinese after it for a part of the host. Does not link `lodash@4.17.21`: no host ends in a number.
 */
export function mailLinks(md: MarkdownIt): void {
  const { re } = md.linkify
  const name = new RegExp(`(?:^|${re.get_text_separators().source}|["(]|${re.src_ZCc}|${CJK}:?)(${re.get_mail_name().source})$`)
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  const version = '(?:[a-z0-9-]{1,63}[.]){1,9}[0-9]{1,63}(?![a-z0-9-]|[.][a-z0-9])'
  const before = `@(?:${label}[.]){1,4}[a-z]{2,63}(?=${CJK})`
  const host = new RegExp(`(?!@${version})(?:${before}|${re.get_fuzzy_mail_host_search().source})`, 'gi')
  re.get_mail_name_validator = () => name
  re.get_fuzzy_mail_host_search = () => host
}
