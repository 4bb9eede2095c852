import type { EverySample } from './samples/samples.ts'

export type Request = { method?: 'GET' | 'HEAD' | 'POST' | 'PUT'; url: string; headers?: Record<string, string>; payload?: string | Buffer }

type Fields = Record<string, string>
type Headers = Record<string, string>

/** A request of this call: a form, or multipart when the call has a file. */
export function requestOf({ path, file }: EverySample, fields: Fields, headers: Headers): Request {
  if (file) return multipart(path, fields, file, headers)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', url: `/api/${path}`, payload: new URLSearchParams(fields).toString(), headers: { ...form, ...headers } }
}

/** A multipart request with the fields first and one file last. */
export function multipart(path: string, fields: Fields, file: { name: string; bytes: Buffer }, headers: Headers): Request {
  const boundary = 'sheaf-test-boundary'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const type = `multipart/form-data; boundary=${boundary}`
  return { method: 'POST', url: `/api/${path}`, payload, headers: { 'content-type': type, ...headers } }
}
