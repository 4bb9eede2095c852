import type { RequestMessage } from './message.ts'

/* Makes a request of what a person typed, at the last moment: in the worker, or before this server sends it. */

/** Says what is wrong with a request that cannot be made. */
export class Invalid extends Error {}

/** Puts the values of variables in. */
export const fillWith =
  (variables: Record<string, string>) =>
  (text: string): string =>
    text.replace(/\{\{([^{}]*)\}\}/g, (whole, given: string) => {
      const name = given.trim()
      if (Object.hasOwn(variables, name)) return variables[name] ?? ''
      return name === 'uuid' ? crypto.randomUUID() : whole
    })

/** The address of the request, which stays below its base address. */
export function addressOf({ base, path, query, authorization }: RequestMessage, fill: (text: string) => string): string {
  const written = path.map((piece) => (typeof piece === 'string' ? piece : encodeURIComponent(fill(piece.value)))).join('')
  const url = new URL(base + written)
  const within = new URL(base)
  // A value such as `..` must not lead out of the base address.
  if (url.origin !== within.origin || !`${url.pathname}/`.startsWith(`${within.pathname.replace(/\/+$/, '')}/`)) throw new Invalid('path')
  for (const [name, value] of query) url.searchParams.append(name, fill(value))
  if (authorization?.kind === 'query') url.searchParams.append(authorization.key, fill(authorization.value))
  return url.href
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

export function headersOf({ headers: given, authorization }: RequestMessage, fill: (text: string) => string): Headers {
  const headers = new Headers()
  const add = (name: string, value: string) => {
    try {
      headers.append(name, value)
    } catch {
      throw new Invalid(`header ${name}`)
    }
  }
  for (const [name, value] of given) add(name, fill(value))
  if (authorization?.kind === 'bearer') add('Authorization', `Bearer ${fill(authorization.value)}`)
  if (authorization?.kind === 'basic')
    add('Authorization', `Basic ${base64(`${fill(authorization.user)}:${fill(authorization.password)}`)}`)
  if (authorization?.kind === 'header') add(authorization.key, fill(authorization.value))
  return headers
}

export function bodyOf({ body }: RequestMessage, fill: (text: string) => string): BodyInit | null {
  if (!body) return null
  if (body.kind === 'text') return fill(body.text)
  if (body.kind === 'file') return body.file
  if (body.kind === 'form') return new URLSearchParams(body.rows.map(([name, value]): [string, string] => [name, fill(value)]))
  const form = new FormData()
  for (const [name, value] of body.rows)
    if (typeof value === 'string') form.append(name, fill(value))
    else form.append(name, value, value.name)
  return form
}
