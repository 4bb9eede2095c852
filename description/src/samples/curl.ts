import { addressOf, hasUnseen, isFile, joined, percentEncoded, withoutUnseen } from './pieces.ts'
import type { SampleRequest, Value } from './types.ts'

const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`

const bytes = new TextEncoder()

/**
 * A text in single quotes, in which the shell expands nothing. A control character pasted into a terminal acts like a key, and
 * interactive shells lose count of the quotes in `'\''` and then expand `!`; these texts are written as `$'…'` without such characters.
 */
function quoted(text: string): string {
  if (!hasUnseen(text) && !(text.includes("'") && text.includes('!'))) return `'${text.replaceAll("'", `'\\''`)}'`
  const marks = text.replaceAll('\\', '\\\\').replace(/['!]/g, (char) => octal(char.charCodeAt(0)))
  const unseen = (code: number) => (code === 10 ? '\\n' : [...bytes.encode(String.fromCodePoint(code))].map(octal).join(''))
  return `$'${withoutUnseen(marks, unseen)}'`
}

const word = (start: string, value: Value) => {
  const [first, ...rest] = value
  const pieces = typeof first === 'string' ? [start + first, ...rest] : [start, ...value]
  return joined(pieces)
    .filter((piece) => piece !== '')
    .map((piece) => (typeof piece === 'string' ? quoted(piece) : `"$${piece.env}"`))
    .join('')
}

function bodyOptions({ body }: SampleRequest): string[] {
  switch (body?.kind) {
    case undefined:
      return []
    case 'text':
      return [`--data-raw ${word('', body.text) || "''"}`]
    case 'form':
      return body.fields.map(({ name, value }) => `--data-urlencode ${word(`${percentEncoded(name)}=`, value)}`)
    case 'binary':
      return [`--data-binary ${quoted(`@${body.file}`)}`]
    case 'multipart':
      return body.fields.map((field) =>
        isFile(field) ? `--form ${quoted(`${field.name}=@${field.file}`)}` : `--form-string ${word(`${field.name}=`, field.value)}`,
      )
  }
}

export function curl(request: SampleRequest): string {
  const { method, headers } = request
  const options = headers.map(({ name, value }) => `--header ${word(`${name}: `, value)}`)
  const verb = method === 'GET' ? [] : [method === 'HEAD' ? '--head' : `--request ${method}`]
  return [`curl ${word('', addressOf(request))}`, ...verb, ...options, ...bodyOptions(request)].join(' \\\n  ')
}
