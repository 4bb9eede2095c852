import type { FileField, Named, Piece, SampleRequest, Value } from './types.ts'

/** Characters that a reader does not see or that a terminal acts on; samples contain them only as escapes. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export const hasUnseen = (text: string) => text.replaceAll('\n', '').search(UNSEEN) >= 0

/** Replaces invisible characters, and line breaks unless `keepLines`. */
export const withoutUnseen = (text: string, write: (code: number) => string, keepLines = false) =>
  text.replace(UNSEEN, (char) => (keepLines && char === '\n' ? char : write(char.codePointAt(0)!)))

export const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')

/** The lines of a text, each with its line break. */
export const linesOf = (text: string) => text.split(/(?<=\n)/)

/** Percent-encodes everything that is not unreserved in every language's encoder. */
export const percentEncoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${hex(char.charCodeAt(0), 2).toUpperCase()}`)

/** Adjacent texts as one, without empty ones. */
export function joined<T>(pieces: (string | T)[]): (string | T)[] {
  const result: (string | T)[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece
    else if (piece !== '') result.push(piece)
  }
  return result
}

const encodedPiece = (piece: Piece): Piece => (typeof piece === 'string' ? percentEncoded(piece) : { env: piece.env, encoded: true })

/** The pairs as `a=1&b=2`, percent-encoded. */
const formText = (fields: Named[]): Value =>
  joined(fields.flatMap(({ name, value }, at) => [`${at ? '&' : ''}${percentEncoded(name)}=`, ...value.map(encodedPiece)]))

/** The address with the query. */
export function addressOf({ url, query }: SampleRequest): Value {
  if (query.length === 0) return joined(url)
  const hasQuery = url.some((piece) => typeof piece === 'string' && piece.includes('?'))
  return joined([...url, hasQuery ? '&' : '?', ...formText(query)])
}

export const isFile = (field: Named | FileField): field is FileField => 'file' in field

export type BodyPiece = Piece | { file: string }

/** A boundary that no text of the fields contains. */
function boundaryOf(fields: (Named | FileField)[]): string {
  const all = fields.flatMap((field) => (isFile(field) ? [] : field.value)).join('\n')
  let number = 1
  while (all.includes(`form-boundary-${number}`)) number++
  return `form-boundary-${number}`
}

function multipart(fields: (Named | FileField)[], boundary: string): BodyPiece[] {
  const disposition = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
  const parts = fields.flatMap((field): BodyPiece[] =>
    isFile(field)
      ? [
          `${disposition(field.name)}; filename="${field.file}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
          { file: field.file },
          '\r\n',
        ]
      : [`${disposition(field.name)}\r\n\r\n`, ...field.value, '\r\n'],
  )
  return [...parts, `--${boundary}--\r\n`]
}

/** The headers and the body byte for byte, for languages without own types for forms. */
export function writtenOut({ headers, body }: SampleRequest): { headers: Named[]; body: BodyPiece[] | undefined } {
  switch (body?.kind) {
    case undefined:
      return { headers, body: undefined }
    case 'text':
      return { headers, body: joined(body.text) }
    case 'form':
      return { headers, body: formText(body.fields) }
    case 'binary':
      return { headers, body: [{ file: body.file }] }
    case 'multipart': {
      const boundary = boundaryOf(body.fields)
      const type = { name: 'Content-Type', value: [`multipart/form-data; boundary=${boundary}`] }
      return { headers: [...headers, type], body: joined(multipart(body.fields, boundary)) }
    }
  }
}
