import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bodyMaxOf, type Call, Refusal } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../runtime/config.ts'
import { makeTemp } from '../../storage/temp.ts'
import { endsTinyChunks } from '../limits/tiny-chunks.ts'
import { RequestAborted } from './body.receive.ts'
import { addField, FIELDS_MAX, type Fields, isJson, isReadAsStream, readJsonText, type Upload } from './body.ts'

const MIB = 1024 * 1024
/** Bytes of the fields of a form with a file: ids, keys and settings. They are read on the event loop, like the file. */
const FILE_FORM_FIELDS_MAX_BYTES = MIB

interface Limits {
  /** Bytes of a file. */
  file: number
  /** The error for a larger file. */
  tooLarge: Refusal
  /** Bytes of all fields together: they are held in memory. */
  fields: number
  /** Bytes of a whole request. */
  all: number
}

/** The limits of a call. An upload must be smaller than its limit (D12); an archive to import can be exactly as large. */
export function limitsOf(call: Call, { IMPORT_MAX_MB, UPLOAD_MAX_MB }: Config): Limits {
  const { files } = call
  const fields = files ? Math.min(FILE_FORM_FIELDS_MAX_BYTES, bodyMaxOf(call)) : bodyMaxOf(call)
  const of = (file: number, tooLarge: Refusal) => ({ file, tooLarge, fields, all: files ? file + fields : fields })
  if (files === 'import') return of(IMPORT_MAX_MB * MIB, new Refusal('tooLarge'))
  const tooLarge = files ? new Refusal('fileTooLarge', { limit: String(UPLOAD_MAX_MB) }) : new Refusal('tooLarge')
  return of(Math.ceil(UPLOAD_MAX_MB * MIB) - 1, tooLarge)
}

/** Milliseconds without a byte after which the request is ended. */
const BODY_IDLE_TIMEOUT_MS = 30_000

/** The bytes of a part that is not a file, at most `most`. */
async function bytesOf(part: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of part) {
    bytes += chunk.length
    if (bytes > most) throw new Refusal('tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The fields and the file of a multipart body. `mayStore` is called before the first byte of the file is stored, and throws to refuse it.
 * The file is stored in a new folder below the data folder; `done` deletes it.
 */
export async function readMultipart(request: FastifyRequest, limits: Limits, mayStore: (fields: Fields) => Promise<void>, dataDir: string) {
  const fields: Fields = Object.create(null)
  const files: Record<string, Upload> = {}
  let folder: string | undefined
  let [bytes, count] = [0, 0]
  const keep = (name: string, value: unknown, size: number) => {
    bytes += size
    if (bytes > limits.fields) throw new Refusal('tooLarge')
    addField(fields, name, value)
  }
  const done = async () => {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  const endWatch = watch(request, limits)
  try {
    for await (const part of request.parts({
      limits: { fileSize: limits.file, fieldSize: limits.fields, fields: FIELDS_MAX, parts: FIELDS_MAX, files: FIELDS_MAX },
      isPartAFile: isReadAsStream,
    })) {
      if (part.type === 'field') {
        keep(part.fieldname, part.value, String(part.value).length)
        if (part.valueTruncated) throw new Refusal('tooLarge')
      } else if (part.filename === undefined && isJson(part.mimetype)) {
        const text = await bytesOf(part.file, limits.fields - bytes)
        keep(part.fieldname, readJsonText(text.toString('utf8')), text.length)
      } else if (++count > 1) throw new Refusal('tooLarge')
      else {
        part.file.once('limit', () => part.file.destroy(limits.tooLarge))
        await mayStore(fields)
        folder ??= await makeTemp(dataDir)
        const path = join(folder, 'file')
        // The limit may have been reached before `mayStore` returned.
        if (part.file.truncated) throw limits.tooLarge
        await pipeline(part.file, createWriteStream(path))
        files[part.fieldname] = { path, name: part.filename ?? '', bytes: part.file.bytesRead }
      }
    }
  } catch (error) {
    await done()
    if (error instanceof Refusal) throw error
    const { raw } = request
    // A request that has an error of its own was complete, and its connection ended while it was read.
    throw raw.errored || (raw.destroyed && !raw.complete) ? new RequestAborted() : asRefusal(error)
  } finally {
    endWatch()
  }
  return { fields, files, done }
}

/**
 * Refuses a body with too large an announced size before it is read. Ends the request when the body turns out to be larger, or when no
 * data arrives. The returned function ends the watch.
 */
function watch({ raw, headers }: FastifyRequest, { file, fields, tooLarge }: Limits) {
  const most = file + fields
  if (Number(headers['content-length']) > most) throw tooLarge
  let bytes = 0
  const countChunk = endsTinyChunks({ raw, headers })
  const count = (chunk: Buffer) => {
    countChunk(chunk)
    bytes += chunk.length
    if (bytes > most) raw.destroy()
  }
  raw.on('data', count)
  raw.socket?.setTimeout?.(BODY_IDLE_TIMEOUT_MS)
  return () => {
    raw.off('data', count)
    raw.socket?.setTimeout?.(0)
  }
}

const asRefusal = (error: unknown) => {
  const code = (error as { code?: string }).code ?? ''
  if (/LIMIT/.test(code)) return new Refusal('tooLarge')
  return /MULTIPART|PREMATURE|boundary|Unexpected end|Malformed|Multipart/i.test(`${code} ${(error as Error).message}`)
    ? new Refusal('badInput', { field: 'multipart' })
    : error
}
