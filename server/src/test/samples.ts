import { type Contract, everyCall } from '@sheaf/contract'
import { sampleZip } from '../import/zip-sample.ts'
import { aCatalog, aFile, anItem, aPage } from './given.ts'
import { PIXEL } from './pixel.ts'
import type { Person, Product, Request } from './product.ts'

/** What a sample may name. */
export interface World {
  alice: Person
  item_id: string
  cat_id: string
  page_id: string
  /** In the recycle bin. */
  binned: string
  unique_key: string
  sign: string
  file_id: string
  team_id: string
  page_history_id: string
  template_id: string
  mock_key: string
}

interface Sample {
  /** Fields with which the owner of the world makes the call in earnest. */
  fields?: (world: World) => Record<string, string>
  /** Tables that even a read of this kind writes to. */
  writes?: string[]
  /** Comes as multipart with this file. */
  file?: { name: string; bytes: Buffer }
}

const listed = { page: '1', count: '5', attachment_type: '-1', display_name: '', username: '' }

/** One row for every declared call; a call without one does not compile. */
const samples: { [G in keyof Contract]: { [A in keyof Contract[G]]: Sample } } = {
  common: {
    homePageSetting: {},
    verify: { writes: ['captcha', 'session'] },
    qrcode: { fields: () => ({ size: '3', url: 'http://localhost:80/1' }) },
    version: {},
    visitFile: { fields: ({ sign }) => ({ sign, key: '' }), writes: ['attachment_flow'] },
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
    updateInfo: { fields: () => ({ name: 'Alice A.' }) },
    resetPassword: { fields: ({ alice }) => ({ password: alice.password, new_password: 'another horse 8' }) },
    updateEmail: { fields: ({ alice }) => ({ email: `${alice.username}@example.test`, password: alice.password }) },
    sendVerifyMail: {},
    verifyEmail: { fields: ({ alice }) => ({ uid: alice.uid, email: 'a@example.test', token: 'x' }) },
    resetPasswordEmail: { fields: () => ({ email: 'a@example.test', v_code: 'abc12' }) },
    resetPasswordByUrl: {
      fields: ({ alice }) => ({ new_password: 'another horse 8', uid: alice.uid, email: 'a@example.test', token: 'x' }),
    },
    allUser: { fields: () => ({ username: '' }) },
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
    sort: { fields: ({ item_id }) => ({ data: JSON.stringify({ [item_id]: 1 }), item_group_id: '0' }) },
    exitItem: { fields: ({ item_id }) => ({ item_id }) },
    delete: { fields: ({ item_id, alice }) => ({ item_id, password: alice.password }) },
    archive: { fields: ({ item_id, alice }) => ({ item_id, password: alice.password }) },
    attorn: { fields: ({ item_id, alice }) => ({ item_id, username: 'admin', password: alice.password }) },
    getKey: { fields: ({ item_id }) => ({ item_id }), writes: ['item_key'] },
    resetKey: { fields: ({ item_id }) => ({ item_id }) },
    pwd: { fields: ({ item_id, page_id }) => ({ item_id, page_id, password: 'x', v_code: '', refer_url: '' }) },
  },
  itemGroup: {
    getList: {},
    save: { fields: ({ item_id }) => ({ id: '0', group_name: 'Group', item_ids: item_id, request_id: '' }) },
    delete: { fields: () => ({ id: '1' }) },
    saveSort: { fields: () => ({ groups: '[{"id":1,"s_number":1}]' }) },
  },
  member: {
    getList: { fields: ({ item_id }) => ({ item_id }) },
    save: { fields: ({ item_id }) => ({ item_id, username: 'admin', cat_id: '0', member_group_id: '1' }) },
    update: { fields: ({ item_id }) => ({ item_id, item_member_id: '1', cat_id: '0', member_group_id: '0' }) },
    delete: { fields: ({ item_id }) => ({ item_id, item_member_id: '1' }) },
  },
  team: {
    getList: {},
    save: { fields: () => ({ id: '0', team_name: 'Team', request_id: '' }) },
    delete: { fields: () => ({ id: '1' }) },
    attorn: { fields: ({ alice }) => ({ team_id: '1', username: 'admin', password: alice.password }) },
  },
  teamMember: {
    getList: { fields: ({ team_id }) => ({ team_id }) },
    save: { fields: ({ team_id }) => ({ team_id, member_username: 'admin' }) },
    delete: { fields: () => ({ id: '1' }) },
  },
  teamItem: {
    getList: { fields: ({ item_id }) => ({ item_id }) },
    getListByTeam: { fields: ({ team_id }) => ({ team_id }) },
    save: { fields: ({ team_id, item_id }) => ({ team_id, item_id }) },
    delete: { fields: () => ({ id: '1' }) },
  },
  teamItemMember: {
    getList: { fields: ({ team_id, item_id }) => ({ item_id, team_id }) },
    save: { fields: () => ({ id: '1', member_group_id: '0', cat_id: '0' }) },
    saveAll: { fields: ({ team_id, item_id }) => ({ item_id, team_id, member_group_id: '0' }) },
  },
  search: {
    all: { fields: () => ({ keyword: 'Hello' }) },
    item: { fields: ({ item_id }) => ({ item_id, keyword: 'Hello' }) },
    pages: { fields: ({ page_id }) => ({ page_ids: JSON.stringify([page_id]) }) },
  },
  notice: {
    getList: { fields: () => ({ notice_type: 'all', count: '5' }) },
    setRead: { fields: () => ({ notice_id: '1' }) },
    setAllRead: {},
    delete: { fields: () => ({ notice_id: '1' }) },
  },
  catalog: {
    save: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id, parent_cat_id: '0', cat_name: 'Name', s_number: '9', request_id: '' }) },
    catListName: { fields: ({ item_id }) => ({ item_id }) },
    catListGroup: { fields: ({ item_id }) => ({ item_id }) },
    getPagesBycat: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id }) },
    catList: { fields: ({ item_id }) => ({ item_id }) },
    secondCatList: { fields: ({ item_id }) => ({ item_id }) },
    childCatList: { fields: ({ cat_id }) => ({ cat_id }) },
    getDefaultCat: { fields: ({ item_id, page_id }) => ({ item_id, page_id, copy_page_id: '0' }) },
    delete: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id }) },
    batUpdate: {
      fields: ({ item_id, cat_id, page_id }) => ({
        item_id,
        cats: JSON.stringify([
          { cat_id, cat_name: 'Name', parent_cat_id: 0, level: 2, s_number: 1 },
          { page_id, parent_cat_id: cat_id, s_number: 1 },
        ]),
      }),
    },
    copy: { fields: ({ item_id, cat_id }) => ({ cat_id, new_p_cat_id: '0', to_item_id: item_id, is_del: '0', request_id: '' }) },
    arrange: {
      fields: ({ item_id, page_id, cat_id }) => ({
        ...{ item_id, page_id, cat_id: '0', parent_cat_id: '0', before_id: '0', was_cat_id: cat_id },
      }),
    },
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
    uploadImg: { fields: ({ item_id, page_id }) => ({ item_id, page_id, t: 'x' }), file: { name: 'a.png', bytes: PIXEL } },
    upload: { fields: ({ item_id, page_id }) => ({ item_id, page_id }), file: { name: 'a.txt', bytes: Buffer.from('text') } },
    deleteUploadFile: { fields: ({ file_id, page_id }) => ({ file_id, page_id }) },
    history: { fields: ({ page_id }) => ({ page_id, brief: '0' }) },
    updateHistoryComments: { fields: ({ page_id, page_history_id }) => ({ page_id, page_history_id, page_comments: 'Reviewed' }) },
    diff: { fields: ({ page_id, page_history_id }) => ({ page_id, page_history_id }) },
    setLock: { fields: ({ page_id, item_id }) => ({ page_id, item_id, lock_to: '' }) },
    isLock: { fields: ({ page_id }) => ({ page_id }) },
    sort: { fields: ({ page_id, item_id }) => ({ item_id, pages: JSON.stringify({ [page_id]: 3 }) }) },
  },
  attachment: {
    visitFile: { fields: ({ sign }) => ({ sign, key: '' }), writes: ['attachment_flow'] },
    attachmentUpload: { fields: ({ item_id, page_id }) => ({ item_id, page_id }), file: { name: 'a.txt', bytes: Buffer.from('text') } },
    getMyList: { fields: () => listed },
    deleteMyAttachment: { fields: ({ file_id }) => ({ file_id }) },
    bindingPage: { fields: ({ file_id, page_id }) => ({ file_id, page_id }) },
    getAllList: { fields: () => listed },
    deleteAttachment: { fields: ({ file_id }) => ({ file_id }) },
  },
  template: {
    getList: {},
    save: { fields: () => ({ template_title: 'Template', template_content: '# API', request_id: '' }) },
    delete: { fields: ({ template_id }) => ({ id: template_id }) },
  },
  mock: {
    add: { fields: ({ page_id }) => ({ page_id, template: '{"n|1-9":1}', path: '/n' }) },
    infoByPageId: { fields: ({ page_id }) => ({ page_id }) },
    infoByKey: { fields: ({ mock_key }) => ({ unique_key: mock_key }) },
    infoByPath: { fields: ({ item_id }) => ({ item_id, path: '/sample' }) },
  },
  recycle: {
    getList: { fields: ({ item_id }) => ({ item_id }) },
    info: { fields: ({ item_id, binned }) => ({ item_id, page_id: binned }) },
    recover: { fields: ({ item_id, binned }) => ({ item_id, page_id: binned }) },
  },
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
  const sample = (samples[group as keyof Contract] as Record<string, Sample> | undefined)?.[action]
  if (!sample) throw new Error(`samples.ts has no row for ${group}/${action}`)
  const { fields = none, writes = [], file } = sample
  return { path: `${group}/${action}`, call, fields, writes, file }
})
export type EverySample = (typeof everySample)[number]

/** A new world for a call that may use up its own; calls about the account may use up the owner too. */
export const worldFor = (product: Product, { path }: EverySample, { alice }: World) =>
  makeWorld(product, path.startsWith('user/') ? undefined : alice)

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

/** All that the samples name, new; its owner too unless somebody else's world lends theirs. */
export async function makeWorld(product: Product, owner?: Person): Promise<World> {
  const alice = owner ?? (await product.user('alice'))
  const item_id = await anItem(alice, { item_name: 'World' })
  const cat_id = await aCatalog(alice, item_id)
  const page_id = await aPage(alice, item_id, { cat_id })
  const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  const sign = await aFile(product, item_id, Buffer.from('file'), { owner: alice, page_id })
  const file_id = (await alice.api.page.uploadList({ page_id }))[0]?.file_id ?? ''
  const binned = await aPage(alice, item_id)
  await alice.api.page.delete({ page_id: binned })
  const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Team' })
  await alice.api.page.save({ page_id, page_title: 'Start', page_content: 'Hello' })
  const page_history_id = (await alice.api.page.history({ page_id, brief: '1' }))[0]?.page_history_id ?? ''
  const { id: template_id } = await alice.api.template.save({ template_title: 'Template', template_content: '' })
  const { unique_key: mock_key } = await alice.api.mock.add({ page_id, template: '{"error_code":0}', path: '/sample' })
  return {
    alice,
    item_id,
    cat_id,
    page_id,
    binned,
    mock_key,
    sign,
    file_id,
    team_id,
    page_history_id,
    template_id,
    unique_key: 'unique_key' in made ? made.unique_key : '',
  }
}
