import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Product, TestUser } from '../product.ts'

/** A part of a multipart body. */
export type Part = { name: string; text: string } | { name: string; file: string; bytes: Buffer; type?: string }

export function multipartOf(parts: Part[]): Buffer {
  const pieces = parts.flatMap((part) => [
    `--b\r\ncontent-disposition: form-data; name="${part.name}"${'file' in part ? `; filename="${part.file}"\r\ncontent-type: ${part.type ?? 'text/html'}` : ''}\r\n\r\n`,
    'file' in part ? part.bytes : part.text,
    '\r\n',
  ])
  return Buffer.concat([...pieces, '--b--\r\n'].map((piece) => Buffer.from(piece as string)))
}

/** Sends these parts and returns the answer. A successful upload answers without the envelope. */
export async function sendParts({ send }: Product, who: TestUser, path: string, parts: Part[]) {
  const headers = { ...who.headers, 'content-type': 'multipart/form-data; boundary=b' }
  const reply = await send({ method: 'POST', url: `/api/${path}`, payload: multipartOf(parts), headers })
  return {
    status: reply.statusCode,
    ...reply.json<{ error_code?: number; error_message?: string; data?: unknown; url?: string; success?: number }>(),
  }
}

/** The names of all stored and temporary files. */
export const filesIn = ({ folder }: Product) =>
  ['files', 'tmp'].flatMap((name) =>
    existsSync(join(folder, name))
      ? readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
          // `.name` identifies the folder in a cluster and is not an upload.
          .filter((entry) => (entry.isFile() || name === 'tmp') && entry.name !== '.name')
          .map((entry) => entry.name)
      : [],
  )
