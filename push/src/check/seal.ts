import { createHash } from 'node:crypto'
import { decode, isBinary } from '../lib/decode.ts'
import { type Language, languageOfFile, tokensOf } from './lexer/families.ts'
import type { Token } from './lexer/tokens.ts'
import { declarationsOf, findSymbol, type NamedDeclaration } from './symbols/find.ts'

/** What was seen of a file or of a part of it. `lines` are where it is, or where its name is declared several times. */
export type Sight =
  | { seal: string; line: number }
  | { problem: 'missing' | 'failed'; reason: 'noSymbol' | 'noLines' | 'noSymbols' | 'binary' }
  | { problem: 'ambiguous'; lines: number[] }

/** Part of each seal, so that other rules make other seals. */
const RULES = '1'

const sealOf = (parts: string[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `${RULES}:${hash.digest('hex')}`
}

const CHUNK = 4096
/** Lines that are named where a name is declared several times. */
const LINES_MAX = 20

/** A seal of tokens. The length of each is in front of it, so that no two lists of tokens are one text. */
function sealOfTokens(tokens: readonly Token[]): string {
  const parts: string[] = []
  for (let at = 0; at < tokens.length; at += CHUNK)
    parts.push(
      tokens
        .slice(at, at + CHUNK)
        .map(({ kind, text }) => `${kind.slice(0, 2)}${text.length}:${text}`)
        .join(''),
    )
  return sealOf(parts)
}

/** A file whose tokens are read once, and its declarations when the first symbol is asked for. */
export class SealedFile {
  private readonly bytes: Buffer
  private readonly language: Language | undefined
  private readonly tokens: Token[] | undefined
  private readonly lineCount: number = 0
  private declarations: NamedDeclaration[] | undefined

  constructor(path: string, bytes: Buffer) {
    this.bytes = bytes
    this.language = languageOfFile(path)
    const text = isBinary(bytes) ? undefined : (decode(bytes) ?? bytes.toString('latin1')).replace(/\r\n?/g, '\n')
    if (text === undefined) return
    this.tokens = tokensOf(text, this.language)
    this.lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  }

  /** What a selector names: '' the file, `L12-40` lines, otherwise a symbol. */
  see(selector: string): Sight {
    const { tokens } = this
    if (!tokens)
      return selector === '' ? { seal: sealOf([this.bytes.toString('latin1')]), line: 1 } : { problem: 'failed', reason: 'binary' }
    if (selector === '') return { seal: sealOfTokens(tokens), line: 1 }
    const lines = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(selector)
    return lines ? this.lines(tokens, Number(lines[1]), Number(lines[2] ?? lines[1])) : this.symbol(tokens, selector)
  }

  private lines(tokens: readonly Token[], first: number, last: number): Sight {
    if (first < 1 || last < first || last > this.lineCount) return { problem: 'missing', reason: 'noLines' }
    return { seal: sealOfTokens(tokens.filter(({ line, lastLine }) => line <= last && lastLine >= first)), line: first }
  }

  private symbol(tokens: readonly Token[], selector: string): Sight {
    if (this.language === undefined) return { problem: 'failed', reason: 'noSymbols' }
    this.declarations ??= declarationsOf(tokens, this.language)
    const found = findSymbol(this.declarations, selector, this.language)
    const [parts = []] = found
    const lineOf = (start: number) => tokens[start]?.line ?? 1
    if (found.length > 1)
      return {
        problem: 'ambiguous',
        lines: found
          .map(([one]) => lineOf(one?.start ?? 0))
          .sort((a, b) => a - b)
          .slice(0, LINES_MAX),
      }
    if (parts.length === 0) return { problem: 'missing', reason: 'noSymbol' }
    const spans = parts.toSorted((a, b) => a.start - b.start)
    return { seal: sealOfTokens(spans.flatMap(({ start, end }) => tokens.slice(start, end))), line: lineOf(spans[0]?.start ?? 0) }
  }
}
