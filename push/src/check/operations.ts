import { decode } from '../lib/decode.ts'
import { languageOfFile, tokensOf } from './lexer/families.ts'
import { declarationsOf } from './symbols/find.ts'

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** The operations of a description of an API in one file, as `POST /orders`, and their lines. */
export function operationLines(path: string, bytes: Buffer): Map<string, number> {
  const text = (decode(bytes) ?? '').replace(/\r\n?/g, '\n')
  const language = languageOfFile(path) === 'json' || text.trimStart().startsWith('{') ? 'json' : 'yaml'
  const tokens = tokensOf(text, language)
  const lines = new Map<string, number>()
  for (const { name, path, start } of declarationsOf(tokens, language)) {
    if (path.length !== 2 || path[0] !== 'paths' || !methods.has(name)) continue
    lines.set(`${name.toUpperCase()} ${path[1]}`, tokens[start]?.line ?? 1)
  }
  return lines
}
