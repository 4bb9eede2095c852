import type { Product } from './product.ts'

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Sends calls as a browser does, and keeps all of its cookies: the clients of a product keep the last one. */
export function aBrowser(product: Product, agent = FIREFOX) {
  const jar = new Map<string, string>()
  const call = async (path: string, fields: Record<string, string> = {}) => {
    const cookie = [...jar].map((one) => one.join('=')).join('; ')
    const reply = await product.send({
      method: 'POST',
      url: `/api/${path}`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent, 'accept-language': 'en', cookie },
    })
    for (const one of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      jar.set(name, value)
    }
    const isJson = String(reply.headers['content-type']).includes('json')
    return isJson ? reply.json<{ error_code: number; data: Record<string, string> }>() : { error_code: 0, data: {} }
  }
  return { jar, call }
}
