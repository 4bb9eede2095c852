import { beforeAll, expect, it } from 'vitest'
import { anItem } from '../given.ts'
import { onEachDatabase, type TestUser } from '../product.ts'
import { aShowdocClient } from './client.given.ts'

/*
 * ShowDoc's shell script posts each source file of a folder as a form in which only `&` is encoded. A second script posts the tables of
 * a database in the same format.
 */
const source = (remark: string) => `<?php
/**
 * showdoc
 * @catalog 开放接口/用户 Users
 * @title 登录 Login
 * @description sign in with a+b, 100% sure & quick
 * @method post
 * @url https://api.test/login?a=1&b=%41
 * @header X-Sign required string a+b==
 * @param username 必选 string 用户名 | or e-mail
 * @json_param {"n":12345678901234567890,"q":"x=1&y=2"}
 * @return {"error_code":0,"data":{"名":"a+b"}}
 * @return_param data object free text
 * @remark ${remark}
 * @number 7
 */
function login() { return "a=1&page_title=stolen"; }
/**
 * showdoc
 * @title Health
 * @method get
 * @url /healthz
 */
`
/** The body that the script sends. Its here-document ends with a line break. */
const post = (keys: Record<string, string>, content: string) =>
  `from=shell&api_key=${keys['api_key']}&api_token=${keys['api_token']}&content=${content.replaceAll('&', '_this_and_change_')}\n`

onEachDatabase('a script that scans comments', (product) => {
  let alice: TestUser
  let item_id: string
  let keys: Record<string, string>
  const program = aShowdocClient(product)
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'sesame' })
    const { api_key, api_token } = await alice.api.item.getKey({ item_id })
    keys = { api_key, api_token }
  })
  const menu = async () => (await alice.api.item.info({ item_id })).menu
  const login = async () => {
    const page = (await menu()).catalogs[0]?.catalogs[0]?.pages[0]
    return alice.api.page.info({ page_id: page?.page_id ?? '' })
  }

  it('creates pages from a file with every character unchanged', async () => {
    expect(await program.raw('open/fromComments', post(keys, source('first')))).toBe('成功\n')
    const { pages, catalogs } = await menu()
    expect(pages.map((page) => page.page_title)).toEqual(['Health'])
    expect(catalogs).toMatchObject([
      { cat_name: '开放接口', catalogs: [{ cat_name: '用户 Users', pages: [{ page_title: '登录 Login' }] }] },
    ])
    const { page_content, author_username, s_number } = await login()
    for (const text of [
      'sign in with a+b, 100% sure & quick',
      'https://api.test/login?a=1&b=%41',
      'a+b==',
      '用户名 \\| or e-mail',
      '12345678901234567890',
      'x=1&y=2',
      '"名"',
    ])
      expect(page_content).toContain(text)
    expect([author_username, s_number]).toEqual(['API', '7'])
  })

  it('changes pages only when the source has changed', async () => {
    const before = await login()
    for (let n = 0; n < 2; n++) await program.raw('open/fromComments', post(keys, source('first')))
    expect(await login()).toEqual(before)
    expect(await alice.api.page.history({ page_id: before.page_id, brief: '1' })).toEqual([])
    await program.raw('FromComments/generate', post(keys, source('second')))
    const after = await login()
    expect([after.page_id, after.page_content.includes('second'), after.s_number]).toEqual([before.page_id, true, '7'])
    const [state] = await alice.api.page.history({ page_id: before.page_id, brief: '0' })
    expect(state?.page_content).toBe(before.page_content)
  })

  it('receives errors as a line of text', async () => {
    expect(await program.raw('open/fromComments', post({ ...keys, api_token: 'wrong' }, source('x')))).toMatch(/api_token/)
    expect(await program.raw('open/fromComments', post(keys, 'nothing to see'))).not.toBe('成功\n')
    expect((await menu()).pages).toHaveLength(1)
  })

  it('writes a data dictionary', async () => {
    const info = 'TABLE_NAME\tTABLE_COMMENT\nuser\t用户 a+b|c\norder\torders & more\n'
    const detail = `TABLE_NAME\tCOLUMN_NAME\tCOLUMN_DEFAULT\tIS_NULLABLE\tCOLUMN_TYPE\tCOLUMN_COMMENT
user\tid\t\tNO\tint(11)\tprimary key
user\tstate\t'a|b'\tYES\tenum('a','b')\t100% | sure
order\tid\t0\tNO\tint(11)\tpk
`
    const text = (value: string) => value.replaceAll('&', '_this_and_change_')
    const body = `api_key=${keys['api_key']}&api_token=${keys['api_token']}&cat_name=数据字典&table_info=${text(info)}&table_detail=${text(detail)}`
    expect(await program.raw('open/updateDbItem', body)).toBe('成功\n')
    const catalog = (await menu()).catalogs.find((one) => one.cat_name === '数据字典')
    expect(catalog?.pages.map((page) => page.page_title).sort()).toEqual(['order', 'user'])
    const user = catalog?.pages.find((page) => page.page_title === 'user')
    const { page_content } = await alice.api.page.info({ page_id: user?.page_id ?? '' })
    for (const part of ['用户 a+b', "'a\\|b'", '100% \\| sure']) expect(page_content).toContain(part)
  })
})
