import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languageOfFile, tokensOf } from './lexer/families.ts'
import type { Token } from './lexer/tokens.ts'
import { SealedFile, type Sight } from './seal.ts'

/** Symbols of the files in testdata/seals, with their lines; `missing`, or the lines where the name is declared several times. */
const symbols: Record<string, [selector: string, lines: string | number[]][]> = {
  'orders.ts': [
    ['MAX_LINES', '4'],
    ['MIN_LINES', '4'],
    ['Order', '6'],
    ['Line.quantity', '9'],
    ['pattern', '12'],
    ['note', '13'],
    ['Orders', '15-37'],
    ['Orders.open', '17'],
    ['Orders.total', '26-31'],
    ['Orders.create', '33-36'],
    ['Orders#create()', '33-36'],
    ['parse', '39-43'],
    ['listOrders', '45-47'],
    ['refunds.cancel-all', '51-53'],
    ['closeOrder', '55-58'],
    ['local', '56'],
    ['create', [33, 50]],
    ['delete', 'missing'],
    ['Order.create', 'missing'],
  ],
  'view.tsx': [
    ['Row', '1-8'],
    ['Table', '10-13'],
    ['ratio', '14'],
  ],
  'Orders.java': [
    ['MAX', '8'],
    ['totals', '9'],
    ['create', '16-24'],
    ['Orders.size', [26, 27]],
    ['Listener', '31'],
    ['State.OPEN', '29'],
    ['text', '32-34'],
    ['run', '20-21'],
  ],
  'orders.kt': [
    ['MAX', '3'],
    ['Order', '6'],
    ['Orders.total', '9-10'],
    ['create', '13-16'],
    ['first', '18-20'],
    ['empty', '23'],
    ['Order.label', '27'],
    ['State', '28'],
    ['Registry.find', '29'],
  ],
  'orders.cpp': [
    ['MAX_LINES', '2'],
    ['SQUARE', '3-4'],
    ['line', '7'],
    ['order_t', '8'],
    ['PAID', '10'],
    ['names', '11'],
    ['Orders', '13-20'],
    ['Orders::total', '17 22-24'],
    ['Orders.Orders', '15'],
    ['size_', '19'],
    ['largest', '26-29'],
    ['main', '33'],
  ],
  'Orders.cs': [
    ['OrdersController.Max', '9'],
    ['Total', '11'],
    ['Label', '12'],
    ['path', '13'],
    ['Create', '15-20'],
    ['Line', '24'],
    ['State.Paid', '25'],
  ],
  'orders.go': [
    ['Max', '3'],
    ['Open', '6'],
    ['Order', '10-13'],
    ['Order.ID', '11'],
    ['Store.Find', '16'],
    ['ErrMany', '19'],
    ['Order.Total', '21-26'],
    ['New', '28-30'],
  ],
  'orders.rs': [
    ['MAX', '4'],
    ['NAME', '5'],
    ['Order', '7-11'],
    ['Order.lines', '10'],
    ['State::Paid', '15'],
    ['Order::total', '19-22'],
    ['fmt', '26-28'],
    ['square', '31-33'],
    ['tests.total', '36'],
    ['total', [19, 36]],
  ],
  'Orders.swift': [
    ['maxLines', '3'],
    ['Order', '5-11'],
    ['Order.total', '7-9'],
    ['State.paid', '14'],
    ['create', '19-23'],
    ['Store.find', '27'],
  ],
  'Orders.scala': [
    ['Order', '4'],
    ['Store.find', '7'],
    ['Max', '11'],
    ['Orders.find', '14-17'],
    ['total', '19-22'],
    ['Lines', '24'],
  ],
  'orders.php': [
    ['MAX', '7'],
    ['Orders', '9-23'],
    ['NAME', '12'],
    ['Orders.$total', '13'],
    ['Orders::create', '15-22'],
    ['State.Open', '25'],
    ['total', '27'],
  ],
  'orders.dart': [
    ['maxLines', '3'],
    ['Orders.size', '6'],
    ['create', '9-12'],
    ['main', '15'],
  ],
  'orders.py': [
    ['MAX_LINES', '4'],
    ['second', '5'],
    ['NAMES', '6-9'],
    ['Order', '12-33'],
    ['Order.state', '15'],
    ['Order.total', '20-26'],
    ['create', '28-33'],
    ['helper', '31-32'],
    ['parse', '36-44'],
    ['late', '48'],
  ],
  'orders.rb': [
    ['MAX_LINES', '4'],
    ['Shop::Order', '8-34'],
    ['LIMITS', '10-13'],
    ['find', '19-24'],
    ['Order.total', '26'],
    ['open?', '28-33'],
    ['hidden', 'missing'],
  ],
  'orders.sql': [
    ['public.orders', '2-7'],
    ['orders.quantity', '4'],
    ['TOTAL', '8-13'],
    ['open_orders', '14-15'],
  ],
  'deploy.sh': [
    ['TARGET', '3'],
    ['build', '5-8'],
    ['deploy', '9-15'],
  ],
  'compose.yaml': [
    ['services.web', '3-5'],
    ['command', '8-11'],
    ['name', [13, 15]],
  ],
  'settings.json': [
    ['site.port', '3'],
    ['limits', '5-7'],
    ['lines', '6'],
  ],
}

const textOf = (name: string) => readFileSync(new URL(`../../../testdata/seals/${name}`, import.meta.url), 'utf8')
const see = (name: string, text: string, selector = '') => new SealedFile(name, Buffer.from(text)).see(selector)
const sealIn = (sight: Sight) => ('seal' in sight ? sight.seal : JSON.stringify(sight))
const isIn = (lines: string, line: number) =>
  lines.split(' ').some((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return line >= first && line <= last
  })
const isStructure = ({ kind }: Token) => kind === 'line' || kind === 'indent' || kind === 'dedent'

/** The offsets of tokens in their text. */
function offsetsOf(text: string, tokens: Token[]) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return tokens.map(({ line, column }) => (starts[line - 1] ?? 0) + column)
}

function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** What can be put before a word without changing the meaning. */
const spacing: Record<string, string[]> = {
  python: [' ', '\t', '  '],
  ruby: [' ', '  '],
  sql: [' ', '\n', '/* x */', '-- x\n', '\t'],
  shell: [' ', '\t', ' \\\n'],
  yaml: [' '],
  php: [' ', '\n', '/* " */', "// '\n", '# x\n'],
  other: [' ', '\t', '/* " */', `\n${' '.repeat(40)}`, `// it's\n${' '.repeat(40)}`],
}
/** Comments that can be put between lines. */
const between: Record<string, string> = {
  python: '# "x\n\n',
  ruby: "# it's\n",
  shell: "# it's\n",
  yaml: '# x: "\n',
  sql: '-- x\n',
  other: '// "\n\n',
}

describe.each(Object.keys(symbols))('%s', (name) => {
  const text = textOf(name)
  const language = languageOfFile(name)
  const tokens = tokensOf(text, language)
  const offsets = offsetsOf(text, tokens)
  const rows = symbols[name] ?? []
  const found = rows.filter((row): row is [string, string] => typeof row[1] === 'string' && row[1] !== 'missing')

  it('finds each symbol once, not at all, or several times', () => {
    const file = new SealedFile(name, Buffer.from(text))
    for (const [selector, lines] of rows) {
      const sight = file.see(selector)
      if (lines === 'missing') expect(sight, selector).toEqual({ problem: 'missing', reason: 'noSymbol' })
      else if (typeof lines === 'string') expect(sight, selector).toMatchObject({ line: Number(/^\d+/.exec(lines)?.[0]) })
      else expect(sight, selector).toEqual({ problem: 'ambiguous', lines })
    }
  })

  it('has another seal after each change of a token', () => {
    const before = sealIn(see(name, text))
    for (const [at, token] of tokens.entries()) {
      const start = offsets[at] ?? 0
      const isLong = token.lastLine > token.line
      const [from, length] = [isLong ? start + text.slice(start).search(/\S/) : start, isLong ? 1 : token.text.length]
      if (isStructure(token) || token.text === '') continue
      const without = `${text.slice(0, from)} ${text.slice(from + length)}`
      const again = token.kind === 'string' ? [] : [`${text.slice(0, from)}${token.text.slice(0, length)} ${text.slice(from)}`]
      for (const changed of [without, ...again]) expect(sealIn(see(name, changed)), `${token.line}: ${token.text}`).not.toBe(before)
    }
  })

  it('has another seal of a symbol only after a change in its lines', () => {
    for (const [selector, lines] of found) {
      const before = sealIn(see(name, text, selector))
      for (const [at, token] of tokens.entries()) {
        if (token.kind !== 'number') continue
        const from = offsets[at] ?? 0
        const after = sealIn(see(name, `${text.slice(0, from)}7${text.slice(from)}`, selector))
        if (!isIn(lines, token.line)) expect(after, `${selector}, ${token.line}: ${token.text}`).toBe(before)
        // Several symbols can be in one line.
        else if (new Set(lines.split(/[ -]/)).size > 1) expect(after, `${selector}, ${token.line}: ${token.text}`).not.toBe(before)
      }
    }
  })

  it('has the same seals with other spacing and comments', () => {
    const random = randomOf(7)
    const choices = spacing[language ?? ''] ?? spacing['other'] ?? []
    const selectors = ['', ...found.map(([selector]) => selector)]
    const before = selectors.map((selector) => sealIn(see(name, text, selector)))
    const texts = new Set([text])
    for (let run = 0; run < 12; run++) {
      let changed = text
      for (let at = tokens.length - 1; at > 0; at--) {
        const [token, last, from] = [tokens[at], tokens[at - 1], offsets[at] ?? 0]
        if (!token || !last || random(4) > 0) continue
        const lineStart = text.lastIndexOf('\n', from - 1) + 1
        if (text.slice(lineStart, from).trim() === '') {
          const isContinued =
            text[lineStart - 2] === '\\' ||
            token.kind === 'string' ||
            (name.endsWith('x') && token.text === '{') ||
            token.text.startsWith('<')
          const comment = between[language ?? ''] ?? between['other']
          if (!isStructure(token) && !isContinued) changed = `${changed.slice(0, lineStart)}${comment}${changed.slice(lineStart)}`
          continue
        }
        if (token.kind !== 'word' || last.text.startsWith('<') || last.kind === 'line' || /[ \t]$/.test(last.text)) continue
        // A directive of C is a line.
        const isDirective = /^\s*#/.test(text.slice(lineStart, from)) || text[lineStart - 2] === '\\'
        const space = isDirective ? ' ' : (choices[random(choices.length)] ?? ' ')
        changed = changed.slice(0, from) + space + changed.slice(from)
      }
      texts.add(changed)
      const file = new SealedFile(name, Buffer.from(changed))
      for (const [n, selector] of selectors.entries()) expect(sealIn(file.see(selector)), `${selector}\n${changed}`).toBe(before[n])
    }
    expect(texts.size).toBeGreaterThan(3)
  })
})
