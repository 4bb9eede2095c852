/** JSON as it was written: fields in their order, numbers and texts with every digit and sign. */
export type Json =
  | { kind: 'object'; entries: [name: string, value: Json][] }
  | { kind: 'array'; items: Json[] }
  | { kind: 'string' | 'number' | 'boolean' | 'null'; source: string }

/** Where it stops being JSON, counted from the start of the text. */
export interface Fault {
  fault: number
}

const DEEPEST = 500
const BLANK = /[\s\ufeff]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows them escaped only
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y

class Reader {
  private at = 0
  private readonly text: string
  constructor(text: string) {
    this.text = text
  }

  private take(pattern: RegExp) {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  private blanks() {
    this.take(BLANK)
  }

  private sign(sign: string) {
    this.blanks()
    if (this.text[this.at] !== sign) return false
    this.at++
    return true
  }

  private fail(): never {
    throw { fault: this.at } satisfies Fault
  }

  /** What stands between the brackets, with commas between. */
  private list(close: string, one: () => void) {
    if (this.sign(close)) return
    do one()
    while (this.sign(','))
    if (!this.sign(close)) this.fail()
  }

  private name() {
    this.blanks()
    const source = this.take(STRING) ?? this.fail()
    if (!this.sign(':')) this.fail()
    return JSON.parse(source) as string
  }

  private value(depth: number): Json {
    this.blanks()
    if (depth > DEEPEST) this.fail()
    if (this.sign('{')) {
      const entries: [string, Json][] = []
      this.list('}', () => entries.push([this.name(), this.value(depth + 1)]))
      return { kind: 'object', entries }
    }
    if (this.sign('[')) {
      const items: Json[] = []
      this.list(']', () => items.push(this.value(depth + 1)))
      return { kind: 'array', items }
    }
    const string = this.take(STRING)
    if (string !== undefined) return { kind: 'string', source: string }
    const word = this.take(WORD)
    if (word !== undefined) return { kind: word === 'null' ? 'null' : 'boolean', source: word }
    return { kind: 'number', source: this.take(NUMBER) ?? this.fail() }
  }

  all() {
    const value = this.value(0)
    this.blanks()
    if (this.at < this.text.length) this.fail()
    return value
  }
}

export function readJson(text: string): Json | Fault {
  try {
    return new Reader(text).all()
  } catch (problem) {
    if (problem && typeof (problem as Fault).fault === 'number') return problem as Fault
    throw problem
  }
}

export const isFault = (read: Json | Fault): read is Fault => 'fault' in read

/** Line and column of a place, both from 1. */
export function placeOf(text: string, at: number) {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Indented by two; what is empty stays in one line. */
export function prettyJson(value: Json, indent = ''): string {
  const inner = `${indent}  `
  const list = (open: string, parts: string[], close: string) =>
    parts.length ? `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}` : open + close
  if (value.kind === 'object')
    return list(
      '{',
      value.entries.map(([name, one]) => `${JSON.stringify(name)}: ${prettyJson(one, inner)}`),
      '}',
    )
  if (value.kind === 'array')
    return list(
      '[',
      value.items.map((one) => prettyJson(one, inner)),
      ']',
    )
  return value.source
}
