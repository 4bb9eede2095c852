import type { Product } from './product.ts'

/** The `fetch` of a client that others wrote: its requests are answered by the server in this process. */
export const fetchFrom =
  (product: Product, site?: string) =>
  async (url: string | URL, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { origin, pathname, search } = new URL(url)
    if (site !== undefined && origin !== site) throw new Error(`A request to ${origin}`)
    const reply = await product.send({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { payload: String(body) }),
    })
    const sent = Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const hasBody = ![202, 204, 304].includes(reply.statusCode)
    return new Response(hasBody ? reply.body : null, { status: reply.statusCode, headers: sent })
  }
