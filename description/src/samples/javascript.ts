import { addressOf, hex, isFile, joined, withoutUnseen } from './pieces.ts'
import type { SampleRequest, Value } from './types.ts'

const names: Record<number, string> = { 9: '\\t', 10: '\\n', 13: '\\r' }
const unseen = (code: number) => names[code] ?? (code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`)

const quoted = (text: string) => `'${withoutUnseen(text.replace(/[\\']/g, '\\$&'), unseen)}'`

const inTemplate = (text: string) => withoutUnseen(text.replace(/[\\`]|\$(?=\{)/g, '\\$&'), unseen, true)

const variable = ({ env, encoded }: { env: string; encoded?: true }) =>
  encoded ? `encodeURIComponent(process.env.${env})` : `process.env.${env}`

/** A template literal for variables and several lines. It keeps line breaks as they are. */
function literal(value: Value): string {
  const pieces = joined(value)
  const [text = ''] = pieces
  if (pieces.length < 2) {
    if (typeof text !== 'string') return variable(text)
    if (!text.includes('\n')) return quoted(text)
  }
  const written = pieces.map((piece) => (typeof piece === 'string' ? inTemplate(piece) : `\${${variable(piece)}}`))
  return `\`${written.join('')}\``
}

/** A key `__proto__` without brackets would set the prototype. */
const key = (name: string) => (name === '__proto__' ? `[${quoted(name)}]` : quoted(name))

function bodyCode({ body }: SampleRequest): { before: string[]; code?: string } {
  switch (body?.kind) {
    case undefined:
      return { before: [] }
    case 'text':
      return { before: [], code: literal(body.text) }
    case 'form': {
      const pairs = body.fields.map(({ name, value }) => `    [${quoted(name)}, ${literal(value)}],\n`)
      return { before: [], code: `new URLSearchParams([\n${pairs.join('')}  ])` }
    }
    case 'binary':
      return { before: ["import { openAsBlob } from 'node:fs'", ''], code: `await openAsBlob(${quoted(body.file)})` }
    case 'multipart': {
      const appended = body.fields.map((field) =>
        isFile(field)
          ? `form.append(${quoted(field.name)}, await openAsBlob(${quoted(field.file)}), ${quoted(field.file)})`
          : `form.append(${quoted(field.name)}, ${literal(field.value)})`,
      )
      const imports = body.fields.some(isFile) ? ["import { openAsBlob } from 'node:fs'", ''] : []
      return { before: [...imports, 'const form = new FormData()', ...appended, ''], code: 'form' }
    }
  }
}

export function javascript(request: SampleRequest): string {
  const { before, code } = bodyCode(request)
  const headers = request.headers.map(({ name, value }) => `    ${key(name)}: ${literal(value)},`)
  return [
    ...before,
    `const response = await fetch(${literal(addressOf(request))}, {`,
    `  method: ${quoted(request.method)},`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(code === undefined ? [] : [`  body: ${code},`]),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}
