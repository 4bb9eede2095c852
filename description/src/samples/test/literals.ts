/* Small lexers of six languages that know nothing of the writers: they split a program into its literals and everything else. */

interface Lexer {
  /** Literals by their start: the end of each, and how escapes are read. */
  quotes: { start: string; end: string; read: (raw: string) => string; raw?: true }[]
  joins: RegExp
  before?: (program: string) => string
}

const code = (digits: string, base = 16) => String.fromCodePoint(Number.parseInt(digits, base))
const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\n': '' }
const plain = (raw: string) => raw

/** Reads escapes: `special` first, letters that all languages share next. `keep` for languages that leave unknown escapes unchanged. */
const escapes =
  (special: RegExp, read: (found: RegExpExecArray) => string, known = /^[\\'"`$!]/, keep = false) =>
  (raw: string) => {
    let text = ''
    for (let at = 0; at < raw.length; at++) {
      if (raw[at] !== '\\') {
        text += raw[at]
        continue
      }
      const rest = raw.slice(at + 1)
      const found = special.exec(rest)
      const next = rest[0] ?? ''
      if (found) {
        text += read(found)
        at += found[0].length
      } else if (Object.hasOwn(letters, next)) {
        text += letters[next]
        at++
      } else if (known.test(rest)) {
        text += next
        at++
      } else if (keep) text += '\\'
      else throw new Error(`unknown escape \\${rest.slice(0, 8)}`)
    }
    return text
  }

const group = (found: RegExpExecArray) => found.slice(1).find((one) => one !== undefined) ?? ''
const javascriptEscapes = escapes(/^u\{([\da-f]+)\}|^u([\da-f]{4})/, (found) => code(group(found)))
const pythonEscapes = escapes(/^u([\da-f]{4})|^U([\da-f]{8})/, (found) => code(group(found)))
const goEscapes = escapes(/^u([\da-f]{4})|^U([\da-f]{8})|^x([0-7][\da-f])/, (found) => code(group(found)), /^[\\"]/)
const javaEscapes = escapes(/^([0-3]?[0-7]{1,2})/, (found) => code(found[1]!, 8), /^[\\"']/)
const phpDouble = escapes(/^u\{([\da-f]+)\}/, (found) => code(group(found)), /^[\\"$]/)
const phpSingle = (raw: string) => raw.replace(/\\([\\'])/g, '$1')

/** Octal escapes of a shell are bytes. */
const shellEscapes = (raw: string) => {
  const bytes = escapes(/^([0-3][0-7]{2})/, (found) => code(found[1]!, 8), /^[\\]/)(raw.replace(/[^\0-\x7f]/gu, (char) => escape8(char)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
const escape8 = (char: string) => [...Buffer.from(char)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

/** Java reads `\u` with four digits before it looks for literals, if an even number of backslashes is in front of it. */
const javaUnicode = (program: string) =>
  program.replace(/(\\*)\\u([\da-f]{4})/gi, (all, before: string, digits: string) =>
    before.length % 2 === 0 ? before + String.fromCharCode(Number.parseInt(digits, 16)) : all,
  )

const lexers: Record<string, Lexer> = {
  bash: {
    quotes: [
      { start: "$'", end: "'", read: shellEscapes },
      { start: "'", end: "'", read: plain, raw: true },
      { start: "\\'", end: '', read: () => "'", raw: true },
    ],
    joins: /^$/,
  },
  javascript: {
    quotes: [
      { start: "'", end: "'", read: javascriptEscapes },
      { start: '`', end: '`', read: javascriptEscapes },
    ],
    joins: /^ \+ $/,
  },
  python: {
    quotes: [
      { start: "'''", end: "'''", read: pythonEscapes },
      { start: "'", end: "'", read: pythonEscapes },
    ],
    joins: /^ \+ $/,
  },
  go: {
    quotes: [
      { start: '"', end: '"', read: goEscapes },
      { start: '`', end: '`', read: (raw) => raw.replaceAll('\r', ''), raw: true },
    ],
    joins: /^\s*\+\s*$/,
  },
  java: { quotes: [{ start: '"', end: '"', read: javaEscapes }], joins: /^\s*\+\s*$/, before: javaUnicode },
  php: {
    quotes: [
      { start: "'", end: "'", read: phpSingle },
      { start: '"', end: '"', read: phpDouble },
    ],
    joins: /^ \. $/,
  },
}

/** Offset of the end of a literal. */
function endOf(program: string, from: number, end: string, raw: boolean): number {
  for (let at = from; at <= program.length - end.length; at++) {
    if (!raw && program[at] === '\\') at++
    else if (program.startsWith(end, at)) return at
  }
  throw new Error('a literal does not end')
}

/** The literals of a program in order, and the program with `S` for each of them. Literals that are only joined count as one. */
export function literalsOf(language: string, text: string): { literals: string[]; skeleton: string } {
  const { quotes, joins, before = plain } = lexers[language]!
  const program = before(text)
  const literals: string[] = []
  let skeleton = ''
  let between = ''
  for (let at = 0; at < program.length; ) {
    const quote = quotes.find(({ start }) => program.startsWith(start, at))
    if (!quote) {
      between += program.charAt(at++)
      continue
    }
    const from = at + quote.start.length
    const to = endOf(program, from, quote.end, quote.raw === true)
    const raw = program.slice(from, to)
    if (/[\n\r]/.test(raw) && !quote.raw && quote.end !== "'''" && quote.end !== '`' && language !== 'php')
      throw new Error('a line ends inside a literal')
    const value = quote.read(raw)
    if (literals.length > 0 && joins.test(between)) literals[literals.length - 1] += value
    else {
      skeleton += `${between}S`
      literals.push(value)
    }
    between = ''
    at = to + quote.end.length
  }
  return { literals, skeleton: skeleton + between }
}
