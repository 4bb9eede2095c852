import { request } from 'node:http'
import { expect } from 'vitest'
import type { Product } from '../product.ts'

const addresses = new WeakMap<Product['server'], Promise<string>>()

/** The URL of the listening server, so that clients connect over a real socket. */
function urlOf({ server }: Product): Promise<string> {
  const known = addresses.get(server) ?? server.app.listen({ port: 0, host: '127.0.0.1' })
  addresses.set(server, known)
  return known
}

type Fields = Record<string, string | number | object>

/** An API client that uses the paths of a ShowDoc server, keeps no cookies and sends its token with every call. */
export function aShowdocClient(product: Product, user_token = '') {
  const url = async (call: string) => `${await urlOf(product)}/server/index.php?s=/api/${call}`
  const answerOf = async (reply: Response) => {
    expect(reply.status).toBe(200)
    return (await reply.json()) as { error_code: number; error_message: string; data: never }
  }
  /** Sends the fields as a form and returns the whole envelope. */
  const call = async (path: string, fields: Fields = {}) => {
    const sent = Object.entries({ ...fields, ...(user_token ? { user_token } : {}) }).map(([name, value]) => [name, String(value)])
    return answerOf(await fetch(await url(path), { method: 'POST', body: new URLSearchParams(sent as [string, string][]) }))
  }
  /** Sends the fields as a form, expects success and returns the data. */
  const send = async <T = Record<string, string>>(path: string, fields: Fields = {}): Promise<T> => {
    const { error_code, error_message, data } = await call(path, fields)
    expect([path, error_code, error_message]).toEqual([path, 0, ''])
    return data as T
  }
  const json = async (path: string, fields: Fields) =>
    answerOf(
      await fetch(await url(path), { method: 'POST', body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
    )
  /** Sends the body unchanged and only the headers that describe it, as curl does. */
  const raw = async (path: string, body: string) => {
    const to = await url(path)
    return new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', 'content-length': Buffer.byteLength(body) }
      const sending = request(to, { method: 'POST', headers }, (reply) => {
        let received = ''
        reply.setEncoding('utf8').on('data', (text) => {
          received += text
        })
        reply.on('end', () => resolve(received))
      })
      sending.on('error', reject).end(body)
    })
  }
  const upload = async (
    path: string,
    fields: Record<string, string>,
    name: string,
    bytes: string | Uint8Array<ArrayBuffer>,
    field = 'file',
  ) => {
    const form = new FormData()
    for (const [key, value] of Object.entries({ ...(user_token ? { user_token } : {}), ...fields })) form.append(key, value)
    form.append(field, new Blob([bytes]), name)
    return (await fetch(await url(path), { method: 'POST', body: form })).json()
  }
  return { url, call, send, json, raw, upload }
}
