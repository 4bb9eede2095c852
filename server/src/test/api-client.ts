import type { Product, TestUser } from './product.ts'

type Fields = Record<string, string>

type Known = 'page_id' | 'item_id' | 'cat_id' | 'page_title' | 'page_content' | 's_number' | 'version'

interface Menu {
  pages: { page_title: string }[]
  catalogs: ({ cat_name: string } & Menu)[]
}

/** An API client with the key pair of an item. It sends forms and returns the whole envelope. */
export async function anApiClient(product: Product, owner: TestUser, item_id: string) {
  const { api_key, api_token } = await owner.api.item.getKey({ item_id })
  const keys = { api_key, api_token }
  const send = (path: string, fields: Fields, headers: Fields = {}) =>
    product.send({
      method: 'POST',
      url: `/api/${path}`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en', ...headers },
    })
  const call = async (path: string, fields: Fields = {}, headers: Fields = {}) => {
    const reply = await send(path, { ...keys, ...fields }, headers)
    return reply.json<{ error_code: number; error_message: string; data: Fields | null }>()
  }
  const push = async (fields: Fields) => {
    const { error_code, data } = await call('item/updateByApi', { page_title: 'From outside', page_content: 'one', ...fields })
    return { error_code, ...data } as { error_code: number } & Partial<Record<Known, string>>
  }
  const words = async (path: string, fields: Fields, headers: Fields = {}) => (await send(path, { ...keys, ...fields }, headers)).body
  return { keys, send, call, push, words }
}

/** The tree of an item as paths; those of catalogs end with "/". */
export async function outlineOf(who: TestUser, item_id: string): Promise<string[]> {
  const lines = ({ pages, catalogs }: Menu, above = ''): string[] => [
    ...pages.map((page) => above + page.page_title),
    ...catalogs.flatMap((one) => [`${above}${one.cat_name}/`, ...lines(one, `${above}${one.cat_name}/`)]),
  ]
  return lines((await who.api.item.info({ item_id, item_domain: '', keyword: '', default_page_id: '0' })).menu as Menu)
}
