import { anItem } from '../../../server/src/test/given.ts'
import type { Product, TestUser } from '../../../server/src/test/product.ts'
import { type ProcessContext, run } from '../run.ts'

export interface Item {
  item_id: string
  owner: TestUser
  /** The environment of the program. */
  env: Record<string, string>
}

/** An item of a real site with its API key and token. */
export async function itemWithKeys(product: Product, fields: Record<string, string> = {}): Promise<Item> {
  const owner = await product.user('owner')
  const item_id = await anItem(owner, fields)
  const { api_key, api_token } = await owner.api.item.getKey({ item_id })
  return { item_id, owner, env: { SHEAF_URL: 'https://docs.test', SHEAF_KEY: api_key, SHEAF_TOKEN: api_token, LANG: 'en_US.UTF-8' } }
}

export interface RunResult {
  code: number
  out: string
  err: string
  /** Calls of the open API, in order. */
  calls: string[]
}

/** Runs the program against that site. */
export async function start(
  product: Product,
  context: Partial<ProcessContext> & Pick<ProcessContext, 'env' | 'folder'>,
  ...argv: string[]
): Promise<RunResult> {
  const ended: RunResult = { code: 0, out: '', err: '', calls: [] }
  const fetch = async (address: Parameters<typeof globalThis.fetch>[0], options: RequestInit = {}) => {
    const url = String(address).replace('https://docs.test', '')
    ended.calls.push(url.replace('/api/open/', ''))
    const request = new Request(address, options)
    const payload = Buffer.from(await request.arrayBuffer())
    const reply = await product.send({ method: 'POST', url, headers: Object.fromEntries(request.headers), payload })
    return new Response(reply.body, { status: reply.statusCode, headers: { 'retry-after': String(reply.headers['retry-after'] ?? '') } })
  }
  ended.code = await run(argv, {
    out: (text) => {
      ended.out += text
    },
    err: (text) => {
      ended.err += text
    },
    isTerminal: false,
    version: '1.2.3',
    wait: async () => {},
    fetch,
    ...context,
  })
  return ended
}

/** The page titles of an item with their catalogs. */
export async function titlesOf({ owner, item_id }: Item): Promise<string[]> {
  type Level = { pages: { page_title: string }[]; catalogs: (Level & { cat_name: string })[] }
  const walk = ({ pages, catalogs }: Level, path: string): string[] => [
    ...pages.map(({ page_title }) => path + page_title),
    ...catalogs.flatMap((catalog) => walk(catalog, `${path}${catalog.cat_name}/`)),
  ]
  const { menu } = await owner.api.item.info({ item_id })
  return walk(menu as unknown as Level, '')
}

export async function pageOf({ owner, item_id }: Item, title: string) {
  type Level = { pages: { page_title: string; page_id: string }[]; catalogs: Level[] }
  const walk = ({ pages, catalogs }: Level): { page_title: string; page_id: string }[] => [...pages, ...catalogs.flatMap(walk)]
  const { menu } = await owner.api.item.info({ item_id })
  const page_id = walk(menu as unknown as Level).find((page) => page.page_title === title)?.page_id ?? ''
  return owner.api.page.info({ page_id })
}

export const versionsOf = async ({ owner }: Item, page_id: string) => (await owner.api.page.history({ page_id })).length
