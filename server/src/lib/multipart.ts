import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BODY_MAX, type Call, Refusal } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import { FIELDS_MAX, type Fields, type Upload } from './body.ts'
import type { Config } from './config.ts'
import { makeTemp } from './temp.ts'

const MIB = 1024 * 1024

interface Limits {
  /** Bytes of a file, and what is said of a larger one. */
  file: number
  tooLarge: Refusal
  /** Bytes of all fields together: they are held in memory. */
  fields: number
}

/** An upload must stay below its limit (D12); an archive to import may reach its own. */
export function limitsOf({ files, body = BODY_MAX }: Call, { IMPORT_MAX_MB, UPLOAD_MAX_MB }: Config): Limits {
  if (files === 'import') return { file: IMPORT_MAX_MB * MIB, tooLarge: new Refusal('tooLarge'), fields: body }
  const tooLarge = files ? new Refusal('fileTooLarge', { limit: String(UPLOAD_MAX_MB) }) : new Refusal('tooLarge')
  return { file: Math.ceil(UPLOAD_MAX_MB * MIB) - 1, tooLarge, fields: body }
}

/** Milliseconds without a byte after which nobody waits for the rest of a body. */
const SILENCE = 30_000

/**
 * The fields of a multipart body. Where files are expected, `mayStore` is asked before the first byte of one is kept; what was
 * kept lies in a folder of its own below the data folder and is removed by `done`.
 */
export async function readMultipart(
  request: FastifyRequest,
  limits: Limits,
  mayStore: ((fields: Fields) => Promise<void>) | undefined,
  dataDir: string,
) {
  const fields: Fields = Object.create(null)
  const files: Record<string, Upload> = {}
  let folder: string | undefined
  let bytes = 0
  const done = async () => {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  const rest = cutAt(request, limits)
  try {
    for await (const part of request.parts({
      limits: { fileSize: limits.file, fieldSize: limits.fields, fields: FIELDS_MAX, parts: FIELDS_MAX, files: 1 },
    })) {
      if (part.type === 'field') {
        bytes += String(part.value).length
        if (part.valueTruncated || bytes > limits.fields) throw new Refusal('tooLarge')
        fields[part.fieldname] = part.fieldname in fields ? [fields[part.fieldname], part.value].flat() : part.value
      } else if (!mayStore) part.file.resume()
      else {
        part.file.once('limit', () => part.file.destroy(limits.tooLarge))
        await mayStore(fields)
        folder ??= await makeTemp(dataDir)
        const path = join(folder, 'file')
        // The limit may have been reached before anybody was asked.
        if (part.file.truncated) throw limits.tooLarge
        await pipeline(part.file, createWriteStream(path))
        files[part.fieldname] = { path, name: part.filename ?? '', bytes: part.file.bytesRead }
      }
    }
  } catch (error) {
    await done()
    throw error instanceof Refusal ? error : asRefusal(error)
  } finally {
    rest()
  }
  return { fields, files, done }
}

/**
 * A body that says it is larger than it may be is not read at all; one that turns out to be, or falls silent, is cut off. The
 * function that comes back ends the watch.
 */
function cutAt({ raw, headers }: FastifyRequest, { file, fields, tooLarge }: Limits) {
  const most = file + fields
  if (Number(headers['content-length']) > most) throw tooLarge
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) raw.destroy()
  }
  raw.on('data', count)
  raw.socket?.setTimeout?.(SILENCE)
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
