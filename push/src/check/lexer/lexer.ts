import { isElement, Markup, type Mode } from './markup.ts'
import type { Quote, Style } from './styles.ts'
import { lineEnd, matchAt, type Token, Tokens } from './tokens.ts'

const closings = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
/** Words before a value: a slash after them opens a regular expression. */
const beforeValue = new Set(
  `return typeof case in of delete void throw new else do yield await instanceof default
   and or not if elsif unless while until when then puts raise rescue`.split(/\s+/),
)
const heads = new Set(['if', 'while', 'for', 'with'])
const SEARCH_MAX = 50
/** The tokens of the languages with brackets, and of SQL and Ruby. Comments and spacing are no tokens. */
export class Lexer {
  readonly tokens: Tokens
  readonly modes: Mode[] = []
  private readonly style: Style
  private readonly text: string
  private readonly markup: Markup
  private at = 0
  private isOutside: boolean
  /** Whether the last `)` closed the head of a statement, and the last `}` a block. */
  private wasHead = false
  private isInDirective = false
  private nesting = true
  /** Here-documents whose text starts after this line. */
  private body: Token | undefined
  private heredocs: { name: string; opening: string }[] = []

  constructor(text: string, style: Style) {
    this.text = text
    this.style = style
    this.tokens = new Tokens(text)
    this.markup = new Markup(this.tokens, this.modes)
    this.isOutside = style.php === true
  }

  run(): Token[] {
    const { text } = this
    if (/^#! ?\//.test(text) && !this.isOutside) this.at = lineEnd(text, 0)
    while (this.at < text.length) this.step()
    this.endLine()
    return this.tokens.list
  }

  private step(): void {
    const mode = this.modes.at(-1)
    if (this.isOutside) this.outside()
    else if (mode?.kind === 'children') this.at = this.markup.children(this.at)
    else if (this.skipped()) return
    else if (mode?.kind === 'tag') this.at = this.markup.tag(this.at, mode)
    else this.code()
  }

  /** The text around the code of PHP. */
  private outside(): void {
    const { text, tokens, at } = this
    const open = /<\?(?:php\b|=)?/g
    open.lastIndex = at
    const found = open.exec(text)
    const end = found ? found.index : text.length
    const lines = text.slice(at, end).replace(/[ \t]+(?=\n|$)/g, '')
    if (lines.trim() !== '') tokens.add('string', at, end, lines)
    if (found) tokens.add('sign', end, end + found[0].length)
    this.at = end + (found?.[0].length ?? 0)
    this.isOutside = false
  }

  /** Whether spacing or a comment was here. */
  private skipped(): boolean {
    const { text, style, at } = this
    const char = text[at] ?? ''
    if (char === '\n') {
      this.at++
      this.endLine()
      this.readHeredocs()
      this.at += matchAt(/\s+/y, text, this.at).length
      return true
    }
    if (/\s/.test(char)) {
      this.at += matchAt(/[^\S\n]+/y, text, at).length
      return true
    }
    // No comment starts with a letter or a digit.
    if (/[A-Za-z0-9]/.test(char)) return false
    if (char === '\\' && text[at + 1] === '\n') {
      this.at += 2
      return true
    }
    if (
      style.blockComments !== 'none' &&
      char === '/' &&
      text[at + 1] === '*' &&
      !(text[at + 2] === '!' && style.blockComments === 'nested if closed')
    ) {
      this.at = this.commentEnd(at + 2)
      return true
    }
    if (style.lines && matchAt(/(?<![^\n])=begin(?!\S)/y, text, at)) {
      const end = /\n=end[^\n]*/g
      end.lastIndex = at
      this.at = end.exec(text) ? end.lastIndex : text.length
      return true
    }
    const comment = matchAt(style.lineComment, text, at)
    if (comment === '') return false
    this.at = comment.length > 2 ? at + comment.length : this.lineCommentEnd(at + comment.length)
    return true
  }

  private lineCommentEnd(from: number): number {
    const { text, style } = this
    let end = lineEnd(text, from)
    while (style.directives && text[end - 1] === '\\' && end < text.length) end = lineEnd(text, end + 1)
    const close = style.php ? text.slice(from, end).indexOf('?>') : -1
    return close < 0 ? end : from + close
  }

  private commentEnd(from: number): number {
    const { text, style } = this
    const first = text.indexOf('*/', from)
    const flat = first < 0 ? text.length : first + 2
    if (style.blockComments === 'flat' || !this.nesting) return flat
    const marks = /\/\*|\*\//g
    marks.lastIndex = from
    let depth = 1
    for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
      depth += mark[0] === '/*' ? 1 : -1
      if (depth === 0) return marks.lastIndex
    }
    // In SQL, only some databases nest comments.
    if (style.blockComments === 'nested') return text.length
    this.nesting = false
    return flat
  }

  private code(): void {
    const { text, style, tokens, at } = this
    if (style.php && text.startsWith('?>', at)) {
      tokens.add('sign', at, at + 2)
      this.at += 2
      this.isOutside = true
      return
    }
    if (
      style.directives &&
      text[at] === '#' &&
      /^[ \t]*$/.test(text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - SEARCH_MAX), at))
    )
      this.isInDirective = true
    if (this.heredoc() || this.string() || this.regularExpression() || this.element()) return
    const word = matchAt(style.word, text, at)
    if (word !== '') this.word(word)
    else this.sign(matchAt(style.sign, text, at))
  }

  private word(word: string): void {
    const { tokens, at } = this
    const [name, sign] = tokens.list.slice(-2)
    // A macro with parameters has no space before them.
    const isMacro = this.isInDirective && sign?.text === 'define' && name?.text === '#' && this.text[at + word.length] === '('
    tokens.add(/^\d/.test(word) ? 'number' : 'word', at, at + word.length, isMacro ? `${word}(` : word)
    this.at += word.length
  }

  private sign(sign: string): void {
    const { tokens, modes, at } = this
    const close = closings.get(sign)
    if (close !== undefined) {
      modes.push({ kind: 'bracket', close, isHead: sign === '(' ? heads.has(tokens.last?.text ?? '') : this.opensBlock() })
    } else if (sign === ')' || sign === ']' || sign === '}') {
      if (this.closes(sign)) return
    }
    tokens.add('sign', at, at + sign.length)
    this.at += sign.length
  }

  /** Closes a bracket. Whether it was the expression in a string, whose text goes on. */
  private closes(sign: string): boolean {
    const { modes, tokens, at } = this
    const mode = modes.at(-1)
    this.wasHead = false
    if (mode?.kind === 'hole' && mode.close === sign) {
      modes.pop()
      tokens.add('sign', at, at + 1)
      this.at++
      if (mode.quote) this.stringText(this.at, this.at, mode.quote)
      else this.markup.closed()
      return true
    }
    for (let n = modes.length - 1; n >= 0 && n > modes.length - SEARCH_MAX; n--) {
      const open = modes[n]
      if (open?.kind !== 'bracket') break
      if (open.close !== sign) continue
      this.wasHead = open.isHead
      modes.length = n
      break
    }
    return false
  }

  /** Whether a brace opens a block here, and not a value. */
  private opensBlock(): boolean {
    const last = this.tokens.last
    if (last?.kind !== 'sign') return !beforeValue.has(last?.text ?? '') || last?.text === 'else' || last?.text === 'do'
    return [')', '{', '}', ';', '=>'].includes(last.text)
  }

  /** Whether a value is expected here, and not an operator. */
  private expectsValue(): boolean {
    const last = this.tokens.last
    if (!last || last.kind === 'line') return true
    if (last.kind === 'word') return beforeValue.has(last.text) && this.tokens.list.at(-2)?.text !== '.'
    if (last.kind !== 'sign') return false
    if (last.text === ')' || last.text === '}') return this.wasHead
    return ![']', '++', '--'].includes(last.text)
  }

  private string(): boolean {
    const { text, style, tokens, at } = this
    const opening = matchAt(style.opening, text, at)
    if (opening === '') return false
    // A percent sign is an operator after a value: a % (b).
    if (opening.startsWith('%') && !this.expectsValue() && !this.isArgument(at + 1)) return false
    if (style.lifetimes && opening === "'" && !matchAt(/'(?:\\[^\n]|[^\\'\n]{1,2}')/y, text, at)) {
      const name = matchAt(/'(?:[\w$]|(?!\s)[\u0080-\uFFFF])*/y, text, at)
      tokens.add('sign', at, at + name.length)
      this.at += name.length
      return true
    }
    const quote = style.quoteOf(opening, text[at - 1] ?? '')
    if (quote === undefined) return false
    this.stringText(at, at + opening.length, quote)
    return true
  }

  /** Reads the text of a string from `start` on, up to its end or to an expression in it. */
  private stringText(start: number, from: number, quote: Quote): void {
    const { text, tokens, modes } = this
    const { close, isMultiline, escape: escaping, hole } = quote
    let at = from
    while (at < text.length) {
      if (escaping === 'twice' && text.startsWith(close + close, at)) at += 2 * close.length
      else if (hole === '{' && text.startsWith('{{', at)) at += 2
      else if (hole !== '' && text.startsWith(hole, at)) {
        if (at > start) tokens.add('string', start, at)
        tokens.add('sign', at, at + hole.length)
        modes.push({ kind: 'hole', close: hole.endsWith('(') ? ')' : '}', quote })
        // The dollar sign of {$name} is a part of the name.
        this.at = at + hole.length
        return
      } else if (escaping !== '' && escaping !== 'twice' && text.startsWith(escaping, at)) at += escaping.length + 1
      else if (text.startsWith(close, at)) {
        at += close.length
        // """"a"""" ends with the last of the quotes.
        while (close.length > 2 && close.startsWith('"""') && text[at] === '"') at++
        break
      } else if (text[at] === '\n' && !isMultiline) break
      else at++
    }
    at = Math.min(at, text.length)
    if (at > start) tokens.add('string', start, at)
    this.at = at
  }

  /** Whether `foo %w[a]` or `foo /a/` has an argument here: a space before, and none after. */
  private isArgument(after: number): boolean {
    const { text, at, tokens } = this
    return tokens.last?.kind === 'word' && /\s/.test(text[at - 1] ?? '') && !/[\s=]/.test(text[after] ?? ' ')
  }

  private regularExpression(): boolean {
    const { text, style, tokens, at } = this
    if (style.regularExpressions === undefined || text[at] !== '/' || !tokens.mayLook(0)) return false
    const isRuby = style.regularExpressions === 'Ruby'
    if (!this.expectsValue() && !(isRuby && this.isArgument(at + 1))) return false
    let isInClass = false
    for (let end = at + 1; end < text.length; end++) {
      const char = text[end]
      if (char === '\n' && !isRuby) return false
      if (char === '\\') end++
      else if (char === '[') isInClass = true
      else if (char === ']') isInClass = false
      else if (char === '/' && !(isInClass && !isRuby)) {
        const flags = matchAt(/[A-Za-z]*/y, text, end + 1)
        this.at = end + 1 + flags.length
        tokens.add('string', at, this.at)
        return true
      }
    }
    tokens.mayLook(text.length - at)
    return false
  }

  private element(): boolean {
    const { text, style, tokens, modes, at } = this
    if (!style.jsx || text[at] !== '<' || tokens.last?.text === '}' || !this.expectsValue() || !isElement(text, at, tokens)) return false
    tokens.add('sign', at, at + 1)
    modes.push({ kind: 'tag', isClosing: false, angles: 0 })
    this.at++
    return true
  }

  private heredoc(): boolean {
    const { text, style, tokens, at } = this
    if (!style.heredoc || !text.startsWith('<<', at)) return false
    const opening = matchAt(style.heredoc, text, at)
    if (opening === '' || (style.lines && !/^<<[~-]/.test(opening) && !this.expectsValue() && !this.isArgument(at + 2))) return false
    tokens.add('string', at, at + opening.length)
    this.heredocs.push({ name: /\w+/.exec(opening)?.[0] ?? '', opening })
    this.at += opening.length
    return true
  }

  /** The texts of the here-documents of the line that ends here. */
  private readHeredocs(): void {
    const { text, tokens, style } = this
    for (const { name, opening } of this.heredocs.splice(0)) {
      if (!tokens.mayLook(0)) return
      const start = this.at
      const isIndented = style.php || /^<<[~-]/.test(opening)
      for (let from = start; from < text.length; ) {
        const end = lineEnd(text, from)
        const line = text.slice(from, end)
        from = end + 1
        if (isIndented ? !line.trim().startsWith(name) || /^\w/.test(line.trim().slice(name.length)) : line !== name) continue
        tokens.add('string', start, Math.max(start, end - line.length))
        this.body = tokens.last
        this.at = style.php ? end - line.trimStart().length + name.length : Math.min(from, text.length)
        break
      }
      if (this.at === start) tokens.mayLook(text.length - start)
    }
  }

  /** The end of a line where it means something: after a directive, or between the statements of Ruby. */
  private endLine(): void {
    const { tokens, style, at } = this
    const last = tokens.last
    if (this.isInDirective) tokens.add('line', Math.max(0, at - 1), at, '\n')
    else if (style.lines && last && last.kind !== 'line' && last !== this.body && !this.continues(last))
      tokens.add('line', Math.max(0, at - 1), at, '\n')
    this.isInDirective = false
  }

  /** Whether the statement of Ruby goes on in the next line. */
  private continues(last: Token): boolean {
    if (last.kind === 'sign' && !/^[)\]}]$/.test(last.text)) return true
    return matchAt(/\s*(?:#[^\n]*\s*){0,20}(?:[)\]}]|&?\.(?!\.))/y, this.text, this.at) !== ''
  }
}
