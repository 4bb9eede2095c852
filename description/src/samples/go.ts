import { addressOf, type BodyPiece, hex, joined, linesOf, withoutUnseen, writtenOut } from './pieces.ts'
import type { SampleRequest } from './types.ts'

const names: Record<number, string> = { 9: '\\t', 10: '\\n', 13: '\\r' }
/** `\x` is one byte, so it is used for ASCII only. */
const unseen = (code: number) =>
  names[code] ?? (code < 0x80 ? `\\x${hex(code, 2)}` : code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`)

/** A raw string cannot contain a backquote and drops carriage returns; only texts of several plain lines use it. */
function quoted(text: string): string {
  const lines = linesOf(text)
  if (lines.length > 1 && !text.includes('`') && withoutUnseen(text, () => '', true) === text) return `\`${text}\``
  return lines.map((line) => `"${withoutUnseen(line.replace(/[\\"]/g, '\\$&'), unseen)}"`).join(' +\n\t\t')
}

export function go(request: SampleRequest): string {
  const imports = new Set(['fmt', 'io', 'net/http'])
  const files: string[] = []
  const pieceCode = (piece: BodyPiece): string => {
    if (typeof piece === 'string') return quoted(piece)
    if ('file' in piece) return `string(file${files.push(piece.file)})`
    imports.add('os')
    const variable = `os.Getenv("${piece.env}")`
    if (!piece.encoded) return variable
    imports.add('net/url')
    return `url.QueryEscape(${variable})`
  }
  const literal = (pieces: BodyPiece[]) => joined(pieces).map(pieceCode).join(' + ') || '""'
  const { headers, body } = writtenOut(request)
  const content = body && literal(body)
  if (content !== undefined) imports.add('strings')
  if (files.length > 0) imports.add('os')
  const failed = ['\tif err != nil {', '\t\tpanic(err)', '\t}']
  const main = [
    ...files.flatMap((file, at) => [`\tfile${at + 1}, err := os.ReadFile(${quoted(file)})`, ...failed]),
    ...(content === undefined ? [] : [`\tbody := strings.NewReader(${content})`]),
    `\trequest, err := http.NewRequest("${request.method}", ${literal(addressOf(request))}, ${content === undefined ? 'nil' : 'body'})`,
    ...failed,
    ...headers.map(({ name, value }) => `\trequest.Header.Set(${quoted(name)}, ${literal(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...failed,
    '\tdefer response.Body.Close()',
    '\tanswer, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(response.Status, string(answer))',
  ]
  const imported = [...imports].sort().map((name) => `\t"${name}"`)
  return ['package main', '', 'import (', ...imported, ')', '', 'func main() {', ...main, '}'].join('\n')
}
