import { Cursor, control, type Scope, type Statement } from './cursor.ts'
import { DEPTH_MAX, type Declaration } from './declaration.ts'
import type { Declares } from './grammars.ts'

/** Reads declarations from their keyword or their parameters on, and notes the scopes in them. */
export class Declared extends Cursor {
  protected readonly found: Declaration[] = []
  protected readonly scopes: Scope[] = []

  /** Notes a scope to be read. */
  protected enter(scope: Scope): void {
    if (scope.path.length < DEPTH_MAX) this.scopes.push(scope)
  }

  protected record(name: string, path: string[], { start, scope }: Statement, end: number, isPart = false, isLocal = scope.isLocal): void {
    this.found.push({ name: name.replace(/^[`"'$]|[`"'(]$/g, ''), path, start, end, isLocal, isPart })
  }

  private recordFunction(name: string, path: string[], statement: Statement, end: number, isPart: boolean): void {
    this.record(name, path, statement, end, isPart)
    const last = this.found.at(-1)
    if (last) last.isFunction = true
  }

  /** A class or a similar thing with members, or a part of one, as `impl Order`; undefined if the keyword begins a type of C. */
  protected container(statement: Statement, keyword: number, declares: 'container' | 'enum' | 'scope'): number | undefined {
    const { scope } = statement
    let open = keyword + 1
    // Braces among the arguments of a type are a type, as in `extends Component<{ … }, State> {`.
    let angles = 0
    while (open < scope.end && !this.isNewStatement(open, statement)) {
      if (this.text(open) === ';' || (this.text(open) === '{' && (angles === 0 || this.isC))) break
      if (this.text(open) === '<') angles++
      if (this.text(open) === '>' && angles > 0) angles--
      // `struct order *find(…)` is a function, `struct order list[] =` a field.
      if (this.isC && /^[*=[(]$/.test(this.text(open)) && this.text(open - 1) !== '__attribute__') return undefined
      open = /^[([{]$/.test(this.text(open)) ? this.after(open) : open + 1
    }
    const hasBody = this.text(open) === '{'
    const name = this.containerName(keyword + 1, open)
    if (this.isC && !hasBody && declares !== 'scope' && open - keyword > 2) return undefined
    const end = hasBody ? this.after(open) : Math.min(open + (this.text(open) === ';' ? 1 : 0), scope.end)
    if (declares !== 'scope' && name !== '') this.record(name, scope.path, statement, end, !hasBody && this.grammar.hasSignatures)
    if (!hasBody) return end
    const kind = this.kindOf(this.text(keyword), declares)
    const path = name === '' ? scope.path : [...scope.path, ...name.split('.')]
    this.enter({ at: open + 1, end: end - 1, path, kind, isLocal: scope.isLocal })
    return end
  }

  private kindOf(keyword: string, declares: Declares): Scope['kind'] {
    if (/^(?:namespace|module|mod)$/.test(keyword)) return 'top'
    if (declares === 'enum' && ![...this.grammar.keywords.values()].includes('cases')) return 'enum'
    const hasCommas = (this.grammar.hasBareMembers && keyword !== 'class') || (this.grammar.fields === 'commas' && keyword === 'struct')
    return declares === 'container' && hasCommas ? 'list' : 'members'
  }

  /** A function whose name, or whose receiver, follows a keyword. */
  protected functionAt(statement: Statement, from: number): number {
    const { scope } = statement
    let at = from
    const owner: string[] = []
    if (this.isGo && this.text(at) === '(') {
      // func (o *Order) Total()
      const receiver = this.namesBetween(at + 1, this.after(at) - 1)
      owner.push(...receiver.slice(-1))
      at = this.after(at)
    }
    let open = at
    while (open < scope.end && !/^[({=;:]$/.test(this.text(open)) && !this.isNewStatement(open, statement))
      open = this.text(open) === '<' ? this.afterAngles(open, scope.end) : this.text(open) === '[' ? this.after(open) : open + 1
    const parts = (this.namesBetween(at, open)[0] ?? '').split('.')
    const name = parts.pop() ?? ''
    const path = [...scope.path, ...owner, ...parts]
    return this.functionEnd(statement, name, path, open)
  }

  /** A function from its parameters on: with a body, an expression, or neither. */
  protected functionEnd(statement: Statement, name: string, path: string[], parameters: number, isPart = false): number {
    const { scope } = statement
    let at = this.text(parameters) === '(' ? this.after(parameters) : parameters
    while (this.text(at) === '(') at = this.after(at)
    const hasInitializers = this.text(at) === ':' && this.grammar.isTyped && !this.grammar.keywords.has('function')
    let angles = 0
    for (; at < scope.end; at++) {
      const text = this.text(at)
      // The arguments of the type of the result. In initial values, `<` can compare.
      if (text === '<' && !hasInitializers) angles++
      if (text === '>' && angles > 0) angles--
      if (text === '{' && angles === 0 && this.opensBody(at, hasInitializers)) {
        const end = this.after(at)
        if (name !== '') this.recordFunction(name, path, statement, end, isPart)
        this.enter({ at: at + 1, end: end - 1, path: name === '' ? path : [...path, name], kind: 'body', isLocal: true })
        return end
      }
      if ((text === '=' && !hasInitializers && angles === 0) || (text === '=>' && this.grammar.isTyped)) {
        const end = this.endOf(at, statement)
        if (name !== '') this.recordFunction(name, path, statement, end, isPart)
        this.inner(at, end, [...path, name], scope)
        return end
      }
      // Between other commas are exceptions, or conditions after `where`.
      if (/^[;)}\]]$/.test(text) || (text === ',' && angles === 0 && this.grammar.hasBareMembers) || this.isNewStatement(at, statement))
        break
      if (text === '(' || text === '[' || text === '{') at = this.after(at) - 1
    }
    const end = Math.min(this.text(at) === ';' ? at + 1 : at, scope.end)
    if (name !== '') this.recordFunction(name, path, statement, end, isPart || this.grammar.hasSignatures)
    return end
  }

  /** `type Order struct {…}` of Go, and `typedef` of C. */
  protected type(statement: Statement, keyword: number): number {
    const { scope } = statement
    const end = this.endOf(keyword + 1, statement)
    if (this.text(keyword) === 'typedef') {
      const close = this.text(end - 1) === ';' ? end - 2 : end - 1
      const equals = this.tokens.slice(keyword, end).findIndex(({ text }) => text === '=')
      const name = equals > 0 ? this.text(keyword + 1) : this.text(close)
      if (/^\w+$/.test(name)) this.record(name, scope.path, statement, end)
      const open = this.tokens.slice(keyword, end).findIndex(({ text }) => text === '{')
      if (open > 0 && this.isWord(close)) {
        const isEnum = this.text(keyword + 1) === 'enum'
        const inner = { at: keyword + open + 1, end: this.after(keyword + open) - 1, path: [...scope.path, name], isLocal: scope.isLocal }
        this.enter({ ...inner, kind: isEnum ? 'enum' : 'members' })
      }
      return end
    }
    const name = this.text(keyword + 1)
    this.record(name, scope.path, statement, end)
    for (let at = keyword + 2; at < end; at++) {
      if (this.text(at) === '{')
        this.enter({ at: at + 1, end: this.after(at) - 1, path: [...scope.path, name], kind: 'list', isLocal: scope.isLocal })
      if (/^[([{]$/.test(this.text(at))) at = this.after(at) - 1
    }
    return end
  }

  /** Constants and variables: all names of the statement. */
  protected value(statement: Statement, keyword: number, declares: 'value' | 'cases'): number {
    const { scope } = statement
    const end = this.endOf(keyword + 1, statement)
    let at = keyword + 1
    while (/^(?:mut|ref)$/.test(this.text(at))) at++
    if (/^[([{]$/.test(this.text(at))) {
      for (let inner = at + 1; inner < this.after(at) - 1; inner++)
        if (this.isWord(inner) && this.text(inner + 1) !== ':') this.record(this.text(inner), scope.path, statement, end)
      at = this.after(at)
    } else if (this.grammar.isTyped) {
      while (this.isWord(at) && this.isWord(at + 1)) at++
      this.record(this.text(at), scope.path, statement, end)
    } else {
      const names = this.namesBetween(at, Math.min(end, at + 8))
      const parts = (names[0] ?? '').split('.')
      const name = parts.pop() ?? ''
      if (name !== '') this.record(name, [...scope.path, ...parts], statement, end)
    }
    let equals = -1
    for (; at < end; at++) {
      const text = this.text(at)
      if (text === '=' && equals < 0) equals = at
      if (text === '<' && equals < 0) at = this.afterAngles(at, end) - 1
      else if (/^[([{]$/.test(text)) at = this.after(at) - 1
      else if (
        text === ',' &&
        this.isWord(at + 1) &&
        (declares === 'cases' || equals < 0 || /^(?:[=:;,]|)$/.test(at + 2 < end ? this.text(at + 2) : ''))
      )
        this.record(this.text(at + 1), scope.path, statement, end)
    }
    this.insideOf(equals, end, this.isWord(keyword + 1) ? [...scope.path, this.text(keyword + 1)] : scope.path, scope)
    return end
  }

  /** What is in a value: the members of an object, or the functions in an expression. */
  protected insideOf(equals: number, end: number, path: string[], scope: Scope): void {
    if (equals >= 0 && this.grammar.hasBareMembers && this.text(equals + 1) === '{')
      this.enter({ at: equals + 2, end: this.after(equals + 1) - 1, path, kind: 'list', isLocal: scope.isLocal })
    else if (equals >= 0) this.inner(equals, end, path, scope)
  }

  /** Notes the blocks in an expression or in a statement. */
  protected inner(from: number, end: number, path: string[], scope: Scope): void {
    for (let at = from; at < end; at++) {
      if (this.text(at) !== '{' || this.tokens[at]?.kind !== 'sign') continue
      // A condition around declarations changes nothing of their names.
      const isCondition = scope.kind === 'top' && control.has(this.text(from))
      this.enter({
        at: at + 1,
        end: this.after(at) - 1,
        path,
        kind: isCondition ? 'top' : 'body',
        isLocal: scope.isLocal || !isCondition,
      })
      at = this.after(at) - 1
    }
  }
}
