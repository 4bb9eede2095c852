import { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import { Refusal } from '@sheaf/contract'
import { FIELDS_MAX, type Fields, readJsonText } from './body.ts'

const PIECE = 64 * 1024

/** A part is a file when it has a file name or is said to hold bytes. */
const isFile = (type: string | undefined, filename: string | undefined) => filename !== undefined || type === 'application/octet-stream'
/** Parts that say they are JSON are read within our bounds, and not within those of the library. */
export const isJson = (type: string | undefined) => type?.startsWith('application/json') === true
export const isReadAsStream = (_name?: string, type?: string, filename?: string) => isFile(type, filename) || isJson(type)

/** Adds one value of a field; a field that is given twice becomes a list, which no call takes (S54). */
export function addField(fields: Fields, name: string, value: unknown) {
  if (name in Object.prototype) throw new Refusal('badInput', { field: 'multipart' })
  fields[name] = name in fields ? [fields[name], value].flat() : value
}

/** Files are skipped: a call that takes one reads its body as a stream (multipart.ts). */
export function readMultipartFields(type: string, body: Buffer): Promise<Fields> {
  const fields: Fields = Object.create(null)
  return new Promise((resolve, reject) => {
    const refuse = (refusal: Refusal) => {
      reject(refusal)
      parser?.destroy()
    }
    const malformed = () => refuse(new Refusal('badInput', { field: 'multipart' }))
    const add = (name: string, value: unknown) => {
      try {
        addField(fields, name, typeof value === 'function' ? value() : value)
      } catch (error) {
        refuse(error as Refusal)
      }
    }
    const parser = start(type, body.length, malformed)
    if (!parser) return
    parser.on('field', (name, value) => add(name, value))
    parser.on('file', (name, part, filename, _encoding, mimetype) => {
      if (isFile(mimetype, filename)) return part.resume()
      const chunks: Buffer[] = []
      part.on('data', (chunk: Buffer) => chunks.push(chunk))
      part.on('end', () => add(name, () => readJsonText(Buffer.concat(chunks).toString('utf8'))))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse(new Refusal('tooLarge')))
    parser.on('error', malformed)
    parser.on('finish', () => resolve(fields))
    Readable.from(piecesOf(body)).pipe(parser)
  })
}

/** A body that is refused is not read to its end. */
function* piecesOf(body: Buffer) {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
}

/** The library throws when the type names no boundary. */
function start(type: string, fieldSize: number, malformed: () => void) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fieldSize, fields: FIELDS_MAX, parts: FIELDS_MAX, files: FIELDS_MAX },
      isPartAFile: isReadAsStream,
    })
  } catch {
    malformed()
    return
  }
}
