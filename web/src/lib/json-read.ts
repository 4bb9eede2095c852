/** Parsed JSON that preserves its source: fields in their order, numbers and strings exactly as written. */
export type Json =
  | { kind: 'object'; entries: [name: string, value: Json][] }
  | { kind: 'array'; items: Json[] }
  | { kind: 'string' | 'number' | 'boolean' | 'null'; source: string }

/** The offset at which the text stops being valid JSON. */
export interface Fault {
  fault: number
}

const DEPTH_MAX = 500
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

  private skipBlanks() {
    this.take(BLANK)
  }

  private accept(char: string) {
    this.skipBlanks()
    if (this.text[this.at] !== char) return false
    this.at++
    return true
  }

  private fail(): never {
    throw { fault: this.at } satisfies Fault
  }

  /** The elements up to the closing bracket, separated by commas. */
  private list(close: string, readElement: () => void) {
    if (this.accept(close)) return
    do readElement()
    while (this.accept(','))
    if (!this.accept(close)) this.fail()
  }

  private name() {
    this.skipBlanks()
    const source = this.take(STRING) ?? this.fail()
    if (!this.accept(':')) this.fail()
    return JSON.parse(source) as string
  }

  private value(depth: number): Json {
    this.skipBlanks()
    if (depth > DEPTH_MAX) this.fail()
    if (this.accept('{')) {
      const entries: [string, Json][] = []
      this.list('}', () => entries.push([this.name(), this.value(depth + 1)]))
      return { kind: 'object', entries }
    }
    if (this.accept('[')) {
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

  readAll() {
    const value = this.value(0)
    this.skipBlanks()
    if (this.at < this.text.length) this.fail()
    return value
  }
}

export function readJson(text: string): Json | Fault {
  try {
    return new Reader(text).readAll()
  } catch (problem) {
    if (problem && typeof (problem as Fault).fault === 'number') return problem as Fault
    throw problem
  }
}

export const isFault = (read: Json | Fault): read is Fault => 'fault' in read

/** Line and column of an offset, both counted from 1. */
export function placeOf(text: string, at: number) {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Indented by two spaces; empty objects and arrays stay on one line. */
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
