import { addressOf, type BodyPiece, hex, joined, linesOf, withoutUnseen, writtenOut } from './pieces.ts'
import type { SampleRequest, Value } from './types.ts'

const names: Record<number, string> = { 9: '\\t', 10: '\\n', 13: '\\r' }

/** Java replaces `\u` escapes before it reads the literal, so one for a quote or a line break would end it: those are octal. */
function unseen(code: number): string {
  if (code < 0x100) return names[code] ?? `\\${code.toString(8).padStart(3, '0')}`
  return [...String.fromCodePoint(code)].join('').replace(/[\s\S]/g, (half) => `\\u${hex(half.charCodeAt(0), 4)}`)
}

const quoted = (text: string) =>
  linesOf(text)
    .map((line) => `"${withoutUnseen(line.replace(/[\\"]/g, '\\$&'), unseen)}"`)
    .join(' +\n                ')

export function java(request: SampleRequest): string {
  const imports = new Set(['java.net.URI', 'java.net.http.HttpClient', 'java.net.http.HttpRequest'])
  imports.add('java.net.http.HttpRequest.BodyPublishers').add('java.net.http.HttpResponse.BodyHandlers')
  const literal = (value: Value) =>
    joined(value)
      .map((piece) => {
        if (typeof piece === 'string') return quoted(piece)
        const variable = `System.getenv("${piece.env}")`
        if (!piece.encoded) return variable
        imports.add('java.net.URLEncoder').add('java.nio.charset.StandardCharsets')
        return `URLEncoder.encode(${variable}, StandardCharsets.UTF_8)`
      })
      .join(' + ') || '""'
  const publisher = (pieces: BodyPiece[]): string => {
    const parts: string[] = []
    let text: Value = []
    const flush = () => {
      if (text.length > 0) parts.push(`BodyPublishers.ofString(${literal(text)})`)
      text = []
    }
    for (const piece of pieces) {
      if (typeof piece === 'string' || 'env' in piece) text.push(piece)
      else {
        flush()
        imports.add('java.nio.file.Path')
        parts.push(`BodyPublishers.ofFile(Path.of(${quoted(piece.file)}))`)
      }
    }
    flush()
    const indent = '\n                '
    return parts.length > 1 ? `BodyPublishers.concat(${indent}${parts.join(`,${indent}`)})` : (parts[0] ?? 'BodyPublishers.ofString("")')
  }
  const { headers, body } = writtenOut(request)
  const main = [
    `var request = HttpRequest.newBuilder(URI.create(${literal(addressOf(request))}))`,
    ...headers.map(({ name, value }) => `    .header(${quoted(name)}, ${literal(value)})`),
    `    .method("${request.method}", ${body ? publisher(body) : 'BodyPublishers.noBody()'})`,
    '    .build();',
    'var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
  ].map((line) => `        ${line}`)
  const head = ['public class Sample {', '    public static void main(String[] args) throws Exception {']
  return [...[...imports].sort().map((name) => `import ${name};`), '', ...head, ...main, '    }', '}'].join('\n')
}
