import { expect, it } from 'vitest'
import { aFile, anItem } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'

onEachDatabase('a file at its ShowDoc address', (product) => {
  async function aShowdocFile(fields: Record<string, string>) {
    const alice = await product.user('alice')
    const item_id = await anItem(alice, fields)
    const sign = await aFile(product, item_id, Buffer.from('0123456789'), { owner: alice, name: '图.txt' })
    const { db } = product.server.services.store
    const { file_id } = await db.selectFrom('attachment').select('file_id').where('sign', '=', sign).executeTakeFirstOrThrow()
    const path = `2026-11-20/${sign.slice(0, 13)}.txt`
    await db.insertInto('showdoc_file').values({ path, file_id }).execute()
    return { alice, path }
  }

  it('is served at its old addresses, with ranges and as a download', async () => {
    const { path } = await aShowdocFile({})
    for (const url of [`/Public/Uploads/${path}`, `/server/../Public/Uploads/${path}?x=1`]) {
      const { statusCode, body, headers } = await product.send({ url })
      expect([statusCode, body, headers['content-type']]).toEqual([200, '0123456789', 'application/octet-stream'])
    }
    expect((await product.send({ url: `/Public/Uploads/${path}`, headers: { range: 'bytes=2-4' } })).body).toBe('234')
  })

  it('S62: requires the right to visit its item, and no other file is served there', async () => {
    const { alice, path } = await aShowdocFile({ password: 'secret visit' })
    const errorCodeOf = async (url: string, headers = {}) => (await product.send({ url, headers })).json().error_code
    expect(await errorCodeOf(`/Public/Uploads/${path}`)).toBe(10101)
    expect((await product.send({ url: `/Public/Uploads/${path}`, headers: alice.headers })).body).toBe('0123456789')
    for (const other of ['..%2f..%2fsheaf.db', '2026-11-20/', 'index.html', '%00', `${path}%00`])
      expect(await errorCodeOf(`/Public/Uploads/${other}`, alice.headers)).toBe(10101)
  })
})
