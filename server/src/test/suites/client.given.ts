import { request } from 'node:http'
import { expect } from 'vitest'
import type { Product } from '../product.ts'

const addresses = new WeakMap<Product['server'], Promise<string>>()

/** The address of the server on this machine: clients speak to it as they would from elsewhere. */
function doorOf({ server }: Product): Promise<string> {
  const known = addresses.get(server) ?? server.app.listen({ port: 0, host: '127.0.0.1' })
  addresses.set(server, known)
  return known
}

type Fields = Record<string, string | number | object>

/** A program that knows the addresses of a ShowDoc server, keeps no cookies and sends its token with every call. */
export function aProgram(product: Product, user_token = '') {
  const url = async (call: string) => `${await doorOf(product)}/server/index.php?s=/api/${call}`
  const answerOf = async (reply: Response) => {
    expect(reply.status).toBe(200)
    return (await reply.json()) as { error_code: number; error_message: string; data: never }
  }
  /** Fields as a form, and the answer whole. */
  const call = async (path: string, fields: Fields = {}) => {
    const sent = Object.entries({ ...fields, ...(user_token ? { user_token } : {}) }).map(([name, value]) => [name, String(value)])
    return answerOf(await fetch(await url(path), { method: 'POST', body: new URLSearchParams(sent as [string, string][]) }))
  }
  /** The same, and the data of an answer that went well. */
  const ask = async <T = Record<string, string>>(path: string, fields: Fields = {}): Promise<T> => {
    const { error_code, error_message, data } = await call(path, fields)
    expect([path, error_code, error_message]).toEqual([path, 0, ''])
    return data as T
  }
  const json = async (path: string, fields: Fields) =>
    answerOf(
      await fetch(await url(path), { method: 'POST', body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
    )
  /** As curl does it: no header but those of the body, and not a byte of it touched. */
  const raw = async (path: string, body: string) => {
    const to = await url(path)
    return new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', 'content-length': Buffer.byteLength(body) }
      const sending = request(to, { method: 'POST', headers }, (reply) => {
        let said = ''
        reply.setEncoding('utf8').on('data', (text) => {
          said += text
        })
        reply.on('end', () => resolve(said))
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
  return { url, call, ask, json, raw, upload }
}
