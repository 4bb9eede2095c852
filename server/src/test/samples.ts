import { type Contract, everyCall } from '@sheaf/contract'
import { sampleZip } from '../import/zip-sample.ts'
import { aCatalog, aFile, anItem, aPage } from './given.ts'
import type { Person, Product, Request } from './product.ts'

/** What a sample may name. */
export interface World {
  alice: Person
  item_id: string
  cat_id: string
  page_id: string
  unique_key: string
  sign: string
}

interface Sample {
  /** Fields with which the owner of the world makes the call in earnest. */
  fields?: (world: World) => Record<string, string>
  /** Tables that even a read of this kind writes to. */
  writes?: string[]
  /** Comes as multipart with this file. */
  file?: { name: string; bytes: Buffer }
}

/** One row for every declared call; a call without one does not compile. */
const samples: { [G in keyof Contract]: { [A in keyof Contract[G]]: Sample } } = {
  common: {
    homePageSetting: {},
    verify: { writes: ['captcha', 'session'] },
    qrcode: { fields: () => ({ size: '3', url: 'http://localhost:80/1' }) },
    version: {},
  },
  ScriptCron: { run: {} },
  update: { checkDb: {} },
  user: {
    login: { fields: ({ alice }) => ({ username: alice.username, password: alice.password, v_code: '' }) },
    register: { fields: () => ({ username: 'newcomer', password: 'long enough 1', confirm_password: 'long enough 1', v_code: 'abc12' }) },
    setup: { fields: () => ({ token: 'x', username: 'root', password: 'long enough 1', confirm_password: 'long enough 1' }) },
    logout: {},
    info: {},
    oauthInfo: {},
  },
  item: {
    myList: { fields: () => ({ original: '0', item_group_id: '0' }) },
    info: { fields: ({ item_id, page_id }) => ({ item_id, item_domain: '', keyword: '', default_page_id: page_id }) },
    detail: { fields: ({ item_id }) => ({ item_id }) },
    search: { fields: ({ item_id }) => ({ item_id, keyword: 'Hello' }) },
    add: {
      fields: () => ({ item_type: '1', item_name: 'New', item_description: 'd', item_domain: '', copy_item_id: '0', request_id: '' }),
    },
    update: { fields: ({ item_id }) => ({ item_id, item_name: 'World', item_description: 'd', item_domain: '' }) },
    pwd: { fields: ({ item_id, page_id }) => ({ item_id, page_id, password: 'x', v_code: '', refer_url: '' }) },
  },
  catalog: {
    save: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id, parent_cat_id: '0', cat_name: 'Name', s_number: '9', request_id: '' }) },
    catListName: { fields: ({ item_id }) => ({ item_id }) },
    catListGroup: { fields: ({ item_id }) => ({ item_id }) },
    getPagesBycat: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id }) },
    delete: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id }) },
  },
  page: {
    info: { fields: ({ page_id }) => ({ page_id }) },
    infoByKey: { fields: ({ unique_key }) => ({ page_id: '0', unique_key }) },
    view: { fields: ({ page_id }) => ({ page_id, unique_key: '', language: 'en' }) },
    save: {
      fields: ({ page_id, item_id, cat_id }) => ({
        ...{ page_id, item_id, cat_id, page_title: 'Title', page_content: 'Hello', page_comments: '' },
        ...{ is_urlencode: '1', s_number: '9', base_version: '', request_id: '' },
      }),
    },
    delete: { fields: ({ page_id }) => ({ page_id }) },
    createSinglePage: { fields: ({ page_id }) => ({ page_id, isCreateSiglePage: 'true' }) },
    uploadList: { fields: ({ page_id }) => ({ page_id }) },
  },
  attachment: { visitFile: { fields: ({ sign }) => ({ sign }) } },
  import: {
    auto: {
      fields: () => ({ request_id: '', password: '' }),
      file: { name: 'Manual.zip', bytes: sampleZip([{ name: 'a.md', data: '# A' }]) },
    },
    progress: { fields: () => ({ request_id: 'import-01' }) },
  },
}

const none: Sample['fields'] = () => ({})

export const everySample = everyCall().map(([group, action, call]) => {
  const { fields = none, writes = [], file } = (samples[group as keyof Contract] as Record<string, Sample>)[action] as Sample
  return { path: `${group}/${action}`, call, fields, writes, file }
})
export type EverySample = (typeof everySample)[number]

/** A request of this call with these fields, as its kind of body. */
export function requestOf({ path, file }: EverySample, fields: Record<string, string>, headers: Record<string, string>): Request {
  if (!file) {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', url: `/api/${path}`, payload: new URLSearchParams(fields).toString(), headers: { ...form, ...headers } }
  }
  const part = (head: string, body: string | Buffer) => [
    Buffer.from(`--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]
  const parts = Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value))
  const payload = Buffer.concat([...parts, ...part(`name="file"; filename="${file.name}"`, file.bytes), Buffer.from('--b--\r\n')])
  return { method: 'POST', url: `/api/${path}`, payload, headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers } }
}

export async function makeWorld(product: Product): Promise<World> {
  const alice = await product.user('alice')
  const item_id = await anItem(alice, { item_name: 'World' })
  const cat_id = await aCatalog(alice, item_id)
  const page_id = await aPage(alice, item_id, { cat_id })
  const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  const sign = await aFile(product, item_id, Buffer.from('file'), { owner: alice, page_id })
  return { alice, item_id, cat_id, page_id, sign, unique_key: 'unique_key' in made ? made.unique_key : '' }
}
