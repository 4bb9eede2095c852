import { control, leading, type Scope, type Statement } from './cursor.ts'
import type { Declaration } from './declaration.ts'
import { Declared } from './declared.ts'
import type { Declares } from './grammars.ts'

/** Words that are no name of a function, although a parenthesis follows. */
const noName = /^(?:if|else|for|foreach|while|switch|catch|return|new|throw|sizeof|synchronized|using)$/
/** What can be before the name of a field. */
const typeSign = /^(?:[.<>,*&?|\\[\]()]|::|&&)$/
/** After the parameters of a function that has its type in front. */
const afterParameters =
  /^(?:[{;=:#]|=>|->|throws|const|noexcept|override|final|where|async|sync|requires|default|volatile|try|&|&&|__attribute__)$/

/** Finds the declarations of the languages with brackets. Every token is visited a few times, however deep it is nested. */
export class Braces extends Declared {
  run(): Declaration[] {
    this.enter({ at: 0, end: this.tokens.length, path: [], kind: 'top', isLocal: false })
    for (let scope = this.scopes.pop(); scope; scope = this.scopes.pop()) {
      for (let at = scope.at; at < scope.end; ) at = Math.max(this.statement(at, scope), at + 1)
    }
    return this.found
  }

  /** Reads a statement and returns its end. */
  private statement(start: number, scope: Scope): number {
    // The marks around the code of PHP, and the text before them.
    if (/^(?:<\?|\?>)/.test(this.text(start)) || this.text(start + 1).startsWith('<?')) return start + 1
    if (/^[;,)\]}]$/.test(this.text(start))) {
      if (scope.kind === 'enum' && this.text(start) === ';') scope.kind = 'members'
      return start + 1
    }
    if (this.text(start) === '#' && !/^[[!]/.test(this.text(start + 1)) && this.grammar.isTyped) return this.directive(start, scope)
    // public:
    if (this.isC && this.isWord(start) && this.text(start + 1) === ':') return start + 2
    const from = this.afterAnnotations(start, scope)
    const statement = { start, from, scope }
    const keyword = this.keywordFrom(from, scope)
    if (keyword) return this.declared(statement, keyword.at, keyword.declares)
    if (scope.kind === 'group' && scope.declares) return this.declared(statement, from - 1, scope.declares)
    if (this.hasMembers(scope)) return this.member(statement)
    const typed = this.grammar.isTyped && !this.isControl(from) ? this.typed(statement) : undefined
    if (typed !== undefined) return typed
    if (this.grammar.hasBareMembers) return this.bare(statement)
    return this.other(statement)
  }

  /** `default` of Java can be before a type. */
  private isControl(at: number): boolean {
    return control.has(this.text(at)) && !(this.text(at) === 'default' && this.isWord(at + 1))
  }

  private hasMembers({ kind }: Scope): boolean {
    return kind === 'list' || kind === 'enum' || (kind === 'members' && this.grammar.hasBareMembers)
  }

  private directive(start: number, scope: Scope): number {
    let end = start
    while (end < scope.end && this.tokens[end]?.kind !== 'line') end++
    if (this.text(start + 1) === 'define') this.record(this.text(start + 2), [], { start, from: start, scope }, end)
    return end + 1
  }

  private declared(statement: Statement, keyword: number, declares: Declares): number {
    const { scope } = statement
    const next = this.text(keyword + 1)
    if (next === '(' && this.isGo && declares !== 'function') {
      this.enter({ ...scope, at: keyword + 2, end: this.after(keyword + 1) - 1, kind: 'group', declares })
      return this.after(keyword + 1)
    }
    switch (declares) {
      case 'container':
      case 'enum':
      case 'scope':
        return this.container(statement, keyword, declares) ?? this.typed(statement) ?? this.other(statement)
      case 'function':
        return this.functionAt(statement, keyword + 1)
      case 'type':
        return this.type(statement, keyword)
      case 'cases':
      case 'value':
        return this.value(statement, keyword, declares)
    }
  }

  /** A member without a keyword: of a class or an object of JavaScript, of an enumeration, of a structure. */
  private member(statement: Statement): number {
    const { from, scope } = statement
    let at = from
    let name = ''
    let isPart = false
    for (; at < scope.end; at++) {
      const { kind, text } = this.tokens[at] ?? { kind: 'line', text: '' }
      if (text === '(' && this.text(at - 1) === 'pub') at = this.after(at) - 1
      else if (kind === 'word' || kind === 'string' || kind === 'number') {
        // The first word of a field of Go is its name, the last word before a sign elsewhere.
        if (name !== '' && (this.grammar.fields === 'lines' || this.isNewStatement(at, statement))) break
        isPart = /^(?:get|set)$/.test(name)
        name = text
      } else if ((text !== '*' && text !== '#') || (name !== '' && this.isNewStatement(at, statement))) break
    }
    const next = this.text(at)
    // A field of a class without a value, or a member of an object that repeats a declaration: `{ total, … }`.
    if (name !== '' && this.grammar.hasBareMembers && (/^[,}]$/.test(next) || this.isNewStatement(at, statement))) {
      this.record(name, scope.path, statement, at, false, scope.isLocal || scope.kind === 'list')
      return at
    }
    if (name === '' || name === 'pub') return this.endOf(from, statement)
    if (next === '<' || next === '(') {
      const open = next === '<' ? this.afterAngles(at, scope.end) : at
      if (scope.kind !== 'enum' && this.grammar.fields === '' && this.text(open) === '(')
        return this.functionEnd(statement, name, scope.path, open, isPart)
    }
    const end = this.endOf(at, statement)
    this.record(name, scope.path, statement, end)
    const path = [...scope.path, name.replace(/^["']|["']$/g, '')]
    const equals = next === '=' || next === ':' ? at : -1
    if (this.text(equals + 1) === '{' || next !== ':') this.insideOf(equals, end, path, scope)
    else this.inner(at, end, path, scope)
    return end
  }

  /** A function or a field that starts with its type; undefined if it is neither. */
  private typed(statement: Statement): number | undefined {
    const { from, scope } = statement
    let at = from
    // The parameters of a generic type or function.
    let [angles, anglesEnd] = [0, 0]
    for (; at < scope.end; at++) {
      const text = this.text(at)
      if (/^(?:[=;{},]|=>)$/.test(text) || noName.test(text) || (this.isC && text === '#')) break
      if (text === '<') {
        angles = at
        anglesEnd = this.afterAngles(at, scope.end)
        at = anglesEnd - 1
      } else if (text === '[') at = this.after(at) - 1
      else if (text === '(') {
        const after = this.text(this.after(at))
        const named = at === anglesEnd ? angles - 1 : at - 1
        if (this.isWord(named) && named >= from && afterParameters.test(after) && this.isFunction(named, statement, after)) {
          const { name, path } = this.qualified(named, from, scope)
          return this.functionEnd(statement, name, path, at, /^(?:get|set)$/.test(this.text(named - 1)))
        }
        at = this.after(at) - 1
      }
    }
    return this.field(statement, at)
  }

  private isFunction(name: number, { from, scope }: Statement, after: string): boolean {
    const hasType = name > from
    // A pragma can be before the body. In C, a macro without a semicolon is before a directive.
    if (after === '#' && (this.isC || !hasType)) return false
    if (scope.kind === 'body') return hasType && /^(?:\{|=>|async|throws)$/.test(after)
    return hasType || scope.kind === 'members' || after === '{' || after === '=>'
  }

  private field(statement: Statement, sign: number): number | undefined {
    const { from, scope } = statement
    const text = this.text(sign)
    let name = sign - 1
    while (this.text(name) === ']') {
      while (name > from && this.text(name) !== '[') name--
      name--
    }
    const isProperty = text === '{' && scope.kind === 'members'
    if (!this.isWord(name) || (name <= from && !this.text(name).startsWith('$')) || !(/^(?:[=;,]|=>)$/.test(text) || isProperty))
      return undefined
    if (
      /^(?:\.|->|\?\.)$/.test(this.text(name - 1)) ||
      this.tokens.slice(from, name).some((one) => one.kind !== 'word' && !typeSign.test(one.text))
    )
      return undefined
    if (/^(?:get|set|static|public|private|protected)$/.test(this.text(name)) && text === '{') return undefined
    let end = this.endOf(isProperty ? this.after(sign) : sign, statement)
    if (isProperty && this.text(this.after(sign)) !== '=') end = this.after(sign)
    const { name: called, path } = this.qualified(name, from, scope)
    this.record(called, path, statement, end)
    for (let at = sign; at < end; at++) {
      if (/^[([{]$/.test(this.text(at))) at = this.after(at) - 1
      else if (this.text(at) === ',' && this.isWord(at + 1) && /^[=;,[]$/.test(this.text(at + 2)))
        this.record(this.text(at + 1), scope.path, statement, end)
    }
    this.inner(sign, end, [...path, called], scope)
    return end
  }

  /** JavaScript: `exports.total = …`, and `total() {…}` in an object that is an argument. */
  private bare(statement: Statement): number {
    const { from, scope } = statement
    let at = from
    const names: string[] = []
    while (this.isWord(at) && !control.has(this.text(at))) {
      names.push(this.text(at))
      if (this.text(at + 1) !== '.') break
      at += 2
    }
    const next = this.text(at + 1)
    if (names.length === 1 && next === '(' && scope.kind === 'body' && this.text(this.after(at + 1)) === '{')
      return this.functionEnd(statement, names[0] ?? '', scope.path, at + 1)
    if (next !== '=' || names.length === 0) return this.other(statement)
    const end = this.endOf(at + 1, statement)
    const shown = names.filter((name) => !/^(?:module|exports|prototype|this|window|globalThis)$/.test(name))
    const name = shown.pop() ?? ''
    // `exports.total = total` repeats a declaration.
    const isRepeated = this.text(at + 2) === name && !/^[.([]$/.test(this.text(at + 3))
    // `Order.prototype = …` is a part of Order.
    const isPart = names.at(-1) === 'prototype'
    if (names.length > 1 && name !== '') this.record(name, [...scope.path, ...shown], statement, end, isPart, scope.isLocal || isRepeated)
    this.insideOf(at + 1, end, [...scope.path, ...shown, ...(name === '' ? [] : [name])], scope)
    return end
  }

  /** A statement that declares nothing. */
  private other(statement: Statement): number {
    const { start, from, scope } = statement
    let end = start
    let block = -1
    while (end < scope.end) {
      const text = this.text(end)
      if (text === ';' || text === ',') {
        end++
        break
      }
      if (/^[)\]}]$/.test(text)) break
      if (end > start && (this.isNewStatement(end, statement) || (this.isC && text === '#' && this.text(end - 1) === ')'))) break
      if (/[([{]$/.test(text) && this.tokens[end]?.kind === 'sign') {
        if (text === '{') block = this.after(end)
        end = this.after(end)
      } else end++
      if (block === end && !leading.test(this.text(end)) && !/^[([;]$/.test(this.text(end))) break
    }
    // export default {…} and a block without a name are as what contains them.
    const open = this.text(from) === 'export' && this.text(from + 1) === 'default' ? from + 2 : from
    if (this.text(open) === '{' || (open === from && this.text(from) === 'extern' && this.text(from + 2) === '{')) {
      const brace = this.text(open) === '{' ? open : from + 2
      const kind = open > from || (this.grammar.keywords.size === 0 && scope.kind === 'top') ? 'list' : scope.kind
      this.enter({ ...scope, at: brace + 1, end: this.after(brace) - 1, kind })
    } else this.inner(start, end, scope.path, scope)
    return Math.min(end, scope.end)
  }
}
