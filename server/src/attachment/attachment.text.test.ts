import { beforeAll, expect, it } from 'vitest'
import { aFile, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

const bytes = Buffer.from('0123456789')
const address = (sign: string) => `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`

onEachDatabase('files in a text', (product) => {
  let alice: TestUser
  let secret: string
  beforeAll(async () => {
    alice = await product.user('alice')
    secret = await anItem(alice, { password: 'sesame' })
  })
  const canRead = async (sign: string, who?: TestUser, more = '') =>
    (await product.send({ url: address(sign) + more, headers: who?.headers ?? {} })).body === '0123456789'
  const listed = async (page_id: string) => (await alice.api.page.uploadList({ page_id })).map((file) => file.url)
  const shows = (...signs: string[]) => signs.map((sign) => `![](${address(sign)})`).join('\n')

  it('are linked to the page that shows them, regardless of where they were uploaded', async () => {
    const loose = await aFile(product, '0', bytes, { owner: alice })
    expect(await canRead(loose)).toBe(true)
    const page_id = await aPage(alice, secret, { page_content: shows(loose) })
    expect(await listed(page_id)).toEqual([address(loose)])
    expect([await canRead(loose), await canRead(loose, alice)]).toEqual([false, true])
    const later = await aFile(product, '0', bytes, { owner: alice })
    await alice.api.page.save({
      page_id,
      page_title: 'T',
      page_content: `${shows(loose)}\n<img src="${address(later).replace('/sign/', '&sign=')}">`,
    })
    expect((await listed(page_id)).sort()).toEqual([address(loose), address(later)].sort())
  })

  it('are not linked to a page by a user who can only read them', async () => {
    const [reader, editor] = [await product.user('reader'), await product.user('editor')]
    await aMember(product, secret, reader, { edit: false })
    await aMember(product, secret, editor)
    const sign = await aFile(product, secret, bytes, { owner: alice, page_id: await aPage(alice, secret) })
    const open = await anItem(reader)
    await aPage(reader, open, { page_content: shows(sign) })
    expect(await canRead(sign)).toBe(false)
    // An editor of the item can link the file to any page.
    await aPage(editor, await anItem(editor), { page_content: shows(sign) })
    expect(await canRead(sign)).toBe(true)
  })

  it('can be read in a copy of the item by its readers', async () => {
    const source = await anItem(alice, { password: 'sesame' })
    const sign = await aFile(product, source, bytes, { owner: alice })
    await aPage(alice, source, { page_content: shows(sign) })
    expect(await canRead(sign)).toBe(false)
    await alice.api.item.add({ copy_item_id: source, item_name: 'Copy', password: '' })
    expect(await canRead(sign)).toBe(true)
  })

  it('can be read with the single-page link of the page while it exists', async () => {
    const sign = await aFile(product, secret, bytes, { owner: alice })
    const page_id = await aPage(alice, secret, { page_content: shows(sign) })
    const otherPage = await aPage(alice, secret)
    const linked = async (id: string) =>
      (await alice.api.page.createSinglePage({ page_id: id, isCreateSiglePage: 'true' })) as { unique_key: string }
    const { unique_key } = await linked(page_id)
    const { html } = await product.visitor().api.page.view({ page_id: 0, unique_key })
    const [, src = ''] = /src="([^"]+)"/.exec(html) ?? []
    expect(src).toBe(`${address(sign)}&amp;key=${unique_key}`)
    expect((await product.send({ url: src.replaceAll('&amp;', '&') })).body).toBe('0123456789')
    const other = (await linked(otherPage)).unique_key
    for (const more of ['', `&key=${other}`, '&key=x', `&key=${unique_key}x`]) expect(await canRead(sign, undefined, more)).toBe(false)
    await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'false' })
    expect(await canRead(sign, undefined, `&key=${unique_key}`)).toBe(false)
  })
})
