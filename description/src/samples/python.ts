import { addressOf, hex, isFile, joined, withoutUnseen } from './pieces.ts'
import type { SampleRequest, Value } from './types.ts'

const names: Record<number, string> = { 9: '\\t', 10: '\\n', 13: '\\r' }
const unseen = (code: number) => names[code] ?? (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`)

function quoted(text: string): string {
  const marks = text.replace(/[\\']/g, '\\$&')
  return text.includes('\n') ? `'''${withoutUnseen(marks, unseen, true)}'''` : `'${withoutUnseen(marks, unseen)}'`
}

/** Writes values, and notes in `imports` what they need. */
const literals = (imports: Set<string>) => (value: Value) =>
  joined(value)
    .map((piece) => {
      if (typeof piece === 'string') return quoted(piece)
      imports.add('import os')
      const variable = `os.environ[${quoted(piece.env)}]`
      if (!piece.encoded) return variable
      imports.add('from urllib.parse import quote')
      return `quote(${variable}, safe='')`
    })
    .join(' + ') || "''"

function bodyArgument({ body }: SampleRequest, literal: (value: Value) => string): string[] {
  switch (body?.kind) {
    case undefined:
      return []
    case 'text': {
      const code = literal(body.text)
      return [`    data=${joined(body.text).length > 1 ? `(${code})` : code}.encode(),`]
    }
    case 'form':
      return ['    data=[', ...body.fields.map(({ name, value }) => `        (${quoted(name)}, ${literal(value)}),`), '    ],']
    case 'binary':
      return [`    data=open(${quoted(body.file)}, 'rb'),`]
    case 'multipart': {
      const rows = body.fields.map((field) => {
        const content = isFile(field) ? `${quoted(field.file)}, open(${quoted(field.file)}, 'rb')` : `None, ${literal(field.value)}`
        return `        (${quoted(field.name)}, (${content})),`
      })
      return ['    files=[', ...rows, '    ],']
    }
  }
}

export function python(request: SampleRequest): string {
  const imports = new Set<string>()
  const literal = literals(imports)
  const headers = request.headers.map(({ name, value }) => `        ${quoted(name)}: ${literal(value)},`)
  const call = [
    'response = requests.request(',
    `    ${quoted(request.method)},`,
    `    ${literal(addressOf(request))},`,
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...bodyArgument(request, literal),
    ')',
    'print(response.status_code, response.text)',
  ]
  return [...[...imports].sort().reverse(), 'import requests', '', ...call].join('\n')
}
