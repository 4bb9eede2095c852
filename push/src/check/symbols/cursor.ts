import type { Token } from '../lexer/tokens.ts'
import { closingsOf } from './declaration.ts'
import type { Declares, Grammar } from './grammars.ts'

/**
 * A range of tokens with statements. `members`: of a class. `list`: members with commas between them. `enum`: the same, up to a `;`.
 * `body`: of a function. `group`: of declarations, as in `const (…)` of Go.
 */
export interface Scope {
  at: number
  end: number
  path: string[]
  kind: 'top' | 'members' | 'list' | 'enum' | 'body' | 'group'
  isLocal: boolean
  /** What the statements of a group declare. */
  declares?: Declares
}

/** A statement while it is read: its first token, and the first one after annotations. */
export interface Statement {
  start: number
  from: number
  scope: Scope
}

/** Words that start a statement which declares nothing. */
export const control = new Set(
  `if else for foreach while do switch match when try catch finally return throw new case default break continue goto import package
   using use require include include_once require_once echo yield await synchronized lock delete defer guard loop super this self`.split(
    /\s+/,
  ),
)
/** Signs after which a statement goes on in the next line, and those with which it does. */
const continuing = /^(?:[-+*/%&|^=,.?:]|[-+*/%&|^]=|=>|->|&&|\|\||\?\?|\?:|\?\.|::|==|!=|===|!==|<=|<|\*\*)$/
export const leading = /^(?:[-+/%|^=,.?:>]|\$\{|\\\(|=>|->|&&|\|\||\?\?|\?:|\?\.|::|==|!=|===|!==|<=|else|catch|finally)$/

const modifiers = /^(?:mut|ref|dyn|final|sealed|class|struct|object|enum|interface)$/

/** Finds its way through tokens with brackets: where brackets, types and statements end, and which words are names. */
export class Cursor {
  protected readonly tokens: readonly Token[]
  protected readonly grammar: Grammar
  private readonly closings: Int32Array

  constructor(tokens: readonly Token[], grammar: Grammar) {
    this.tokens = tokens
    this.grammar = grammar
    this.closings = closingsOf(tokens)
  }

  protected text(at: number): string {
    return this.tokens[at]?.text ?? ''
  }

  protected isWord(at: number): boolean {
    return this.tokens[at]?.kind === 'word'
  }

  protected get isC(): boolean {
    return this.grammar.isTyped && this.grammar.hasSignatures
  }

  protected get isGo(): boolean {
    return this.grammar.fields === 'lines'
  }

  /** After the bracket that opens here. */
  protected after(at: number): number {
    const close = this.closings[at] ?? -1
    return close < 0 ? at + 1 : Math.min(close + 1, this.tokens.length)
  }

  /** After annotations, attributes and decorators, and the parameters of a template. */
  protected afterAnnotations(start: number, { end, kind }: Scope): number {
    let at = start
    while (at < end) {
      const text = this.text(at)
      if (text === '@' && this.isWord(at + 1) && this.text(at + 1) !== 'interface') {
        at += 2
        while ((this.text(at) === '.' || this.text(at) === ':') && this.isWord(at + 1)) at += 2
        if (this.text(at) === '<') at = this.afterArguments(at, end)
        if (this.text(at) === '(') at = this.after(at)
      } else if (text === '#' && /^[[!]/.test(this.text(at + 1))) at = this.after(this.text(at + 1) === '!' ? at + 2 : at + 1)
      else if (text === '[' && this.grammar.isTyped && kind !== 'body') at = this.after(at)
      else if (text === 'template' && this.text(at + 1) === '<') at = this.afterAngles(at + 1, end)
      else if (text === '#' && at > start && this.grammar.isTyped) while (at < end && this.tokens[at++]?.kind !== 'line');
      else return at
    }
    return start
  }

  protected afterAngles(from: number, end: number): number {
    let depth = 0
    for (let at = from; at < end; at++) {
      const text = this.text(at)
      if (text === '<') depth++
      else if (text === '>' && --depth <= 0) return at + 1
      else if (text === '(' || text === '[') at = this.after(at) - 1
      else if (text === '{' && this.grammar.hasBareMembers) at = this.after(at) - 1
      else if (text === ';' || text === '{') return at
    }
    return end
  }

  /** After the arguments of a type; the same place if `<` compares. */
  protected afterArguments(from: number, end: number): number {
    let depth = 0
    for (let at = from; at < end; at++) {
      const { kind, text } = this.tokens[at] ?? { kind: 'line', text: '' }
      if (text === '<') depth++
      else if (text === '>' && --depth === 0) return at + 1
      else if (/^[([{]$/.test(text)) at = this.after(at) - 1
      else if (kind === 'sign' && !/^(?:[.,|&>]|::)$/.test(text)) return from
    }
    return from
  }

  /** The keyword among the first words of a statement. */
  protected keywordFrom(from: number, { end, kind: scope }: Scope): { at: number; declares: Declares } | undefined {
    let found: { at: number; declares: Declares } | undefined
    for (let at = from; at < end; at++) {
      const { kind, text } = this.tokens[at] ?? { kind: 'line', text: '' }
      if (text === '@' && this.text(at + 1) === 'interface') continue
      if ((text === '(' || text === '[') && /^(?:pub|private|protected|unsafe)$/.test(this.text(at - 1))) {
        at = this.after(at) - 1
        continue
      }
      if (kind === 'string' && this.text(at - 1) === 'extern') continue
      const declares = kind === 'word' ? this.grammar.keywords.get(text) : undefined
      if (declares === undefined) {
        if (found || kind !== 'word' || (control.has(text) && text !== 'case' && text !== 'default')) return found
      } else if (!this.introduces(at, declares) || (declares === 'cases' && scope !== 'members') || found?.declares === 'type') return found
      // `const enum` and `const fn` declare what the second keyword says; `enum class` is an enumeration.
      else found = { at, declares: found?.declares === 'enum' ? 'enum' : declares }
    }
    return found
  }

  /** Whether a name follows a keyword, so that it is no name itself. */
  protected introduces(at: number, declares: Declares): boolean {
    const next = this.tokens[at + 1]
    if (next?.kind === 'word') return !/^(?:in|of|instanceof|is|as)$/.test(next.text)
    if (next?.kind === 'string') return next.text.startsWith('`') || this.text(at) === 'module'
    const isPattern = declares === 'value' && this.text(at) !== 'type'
    switch (next?.text) {
      case '(':
        return this.isGo || (isPattern && !this.grammar.hasBareMembers)
      case '[':
        return isPattern
      case '{':
        return isPattern || declares === 'container' || declares === 'enum'
      case '<':
        return declares === 'function' || declares === 'scope'
      case '*':
      case '!':
        return declares === 'function'
      default:
        return false
    }
  }

  /** The name of a class; in C, macros can be before it. */
  protected containerName(from: number, open: number): string {
    if (!this.isC) return this.namesBetween(from, open)[0] ?? ''
    const colon = this.tokens.slice(from, open).findIndex(({ text }) => text === ':')
    const names = this.namesBetween(from, colon < 0 ? open : from + colon).filter((name) => name !== 'final')
    return names.at(-1) ?? ''
  }

  /** Names of a head, without the arguments of types: of `impl<T> Shown for Order<T>` it is Order. */
  protected namesBetween(from: number, end: number): string[] {
    const names: string[] = []
    let start = from
    for (let at = from; at < end; at++) if (this.text(at) === 'for' && this.grammar.fields === 'commas') start = at + 1
    let last = -1
    for (let at = start; at < end; at++) {
      const text = this.text(at)
      if (text === '<') at = this.afterAngles(at, end) - 1
      else if (text === '(' || text === '[') at = this.after(at) - 1
      else if (/^(?:\.|::|\\)$/.test(text) && last === at - 1 && this.isWord(at + 1)) {
        names.push(`${names.pop()}.${this.text(++at)}`)
        last = at
      } else if (this.tokens[at]?.kind === 'string') names.push(text.slice(1, -1))
      // `ref` before a name is no name, but a function can have this name.
      else if (this.isWord(at) && !(modifiers.test(text) && (this.isWord(at + 1) || names.length > 0))) {
        names.push(text)
        last = at
      }
    }
    return names
  }

  /** Whether a brace after the parameters opens the body, and no type and no value of C++ in `: total{0} {`. */
  protected opensBody(at: number, hasInitializers: boolean): boolean {
    const before = this.text(at - 1)
    if (hasInitializers && this.isC) return /^[)}]$/.test(before)
    return !/^(?:[:|&]|=>|is)$/.test(before) && !(this.isGo && /^(?:interface|struct)$/.test(before))
  }

  /** `Order::total` is `total` of Order. */
  protected qualified(at: number, from: number, scope: Scope): { name: string; path: string[] } {
    const owners: string[] = []
    let start = at
    const isDestructor = this.text(at - 1) === '~'
    if (isDestructor) start--
    while (start - 2 >= from && this.text(start - 1) === '::') {
      start -= 2
      if (this.text(start) === '>') while (start > from && this.text(start) !== '<') start--
      if (this.text(start) === '<') start--
      owners.unshift(this.text(start))
    }
    return { name: `${isDestructor ? '~' : ''}${this.text(at)}`, path: [...scope.path, ...owners] }
  }

  /** Whether a new statement starts at a token because it is in a new line, and nothing continues the previous one. */
  protected isNewStatement(at: number, { start }: Statement): boolean {
    const [first, last, token] = [this.tokens[start], this.tokens[at - 1], this.tokens[at]]
    if (!first || !last || !token || at <= start || token.line <= last.lastLine) return false
    if (!this.grammar.endsWithLine) return false
    // `import orders.*` is complete.
    const isStar = last.text === '*' && this.text(at - 2) === '.'
    if (last.kind === 'sign' && continuing.test(last.text) && !isStar) return false
    const isCondition = token.text === 'where' && !this.grammar.hasBareMembers
    return token.indent <= first.indent && !leading.test(token.text) && !isCondition
  }

  /** The end of a statement that has no body of its own. */
  protected endOf(from: number, statement: Statement): number {
    const { scope } = statement
    let at = from
    while (at < scope.end) {
      const text = this.text(at)
      if (text === ';') return at + (scope.kind === 'enum' ? 0 : 1)
      if (/^[)\]}]$/.test(text) && this.tokens[at]?.kind === 'sign') return at
      if (text === ',' && (scope.kind === 'list' || scope.kind === 'enum')) return at
      if (at > from && this.isNewStatement(at, statement)) return at
      const type = text === '<' && scope.kind === 'list' ? this.afterArguments(at, scope.end) : at
      if (type > at) at = type
      else at = this.tokens[at]?.kind === 'sign' && /[([{]$|^\{\$$/.test(text) ? this.after(at) : at + 1
    }
    return scope.end
  }
}
