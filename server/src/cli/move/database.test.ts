import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256 } from '../../auth/secrets.ts'
import { openStore } from '../../db/dialect.ts'
import { anItem, manyPages } from '../../test/given.ts'
import { command, folder, serverOn, settingsOf } from '../../test/process/terminal.ts'
import { freshDatabase, onEachDatabase, type TestUser } from '../../test/product.ts'
import { everyRow } from '../../test/samples/every-row.ts'
import { aFullPage } from '../../test/samples/full-page.ts'

onEachDatabase('sheaf move-database', (product) => {
  let alice: TestUser
  let page_id: string
  let settings: Record<string, string>
  const isFile = () => product.server.services.store.kind === 'sqlite'
  beforeAll(async () => {
    alice = await product.user('alice')
    const item_id = await anItem(alice)
    page_id = (await aFullPage(product, alice, item_id)).page_id
    await alice.api.template.save({ template_title: 'T', template_content: 'x' })
    await manyPages(product, alice, item_id, 450)
    settings = settingsOf(product)
  })

  it('refuses while the server runs', async () => {
    const target = isFile() ? await freshDatabase() : join(folder(), 'sheaf.db')
    expect(await command(['move-database', target], settings)).toMatchObject({ code: 1, err: expect.stringContaining('still running') })
    if (!isFile()) expect(existsSync(target)).toBe(false)
  })

  it('moves every row to the other kind and back, and does not change the source', async () => {
    await product.server.close()
    const before = await everyRow(settings)
    const source = isFile() ? sha256(readFileSync(join(product.folder, 'sheaf.db'), 'latin1')) : ''
    const [data, url] = [folder(), await freshDatabase()]
    const there = isFile() ? url : join(data, 'sheaf.db')
    const moved = await command(['move-database', there], settings)
    expect([moved.code, moved.err]).toEqual([0, expect.stringContaining('Each table is the same')])
    expect(moved.out).toMatch(/^page +451 +[0-9a-f]{16}$/m)
    if (isFile()) expect(sha256(readFileSync(join(product.folder, 'sheaf.db'), 'latin1'))).toBe(source)
    const place = isFile() ? { DATA_DIR: data, DATABASE_URL: url } : { DATA_DIR: data }
    expect(await everyRow(place)).toEqual(before)
    expect(await everyRow(settings)).toEqual(before)

    const back = isFile() ? join(data, 'again', 'sheaf.db') : await freshDatabase()
    const second = await command(['move-database', back], place)
    // Both databases give the same hashes, so that the two reports can be compared.
    expect([second.code, second.out]).toEqual([0, moved.out])
    expect(await everyRow(isFile() ? { DATA_DIR: join(data, 'again') } : { DATABASE_URL: back })).toEqual(before)

    const server = await serverOn(place)
    const again = server.visitor()
    await again.api.user.login({ username: alice.username, password: alice.password, v_code: '' })
    expect((await again.api.page.info({ page_id })).page_content).toBe('three unmistakable')
    await server.close()
  })

  it('refuses a target that is not empty, and does not change it', async () => {
    if (isFile()) {
      const url = await freshDatabase()
      const store = openStore(url)
      await sql`create table other (n int)`.execute(store.db)
      expect(await command(['move-database', url], settings)).toMatchObject({ code: 1, err: expect.stringContaining('tables in') })
      await sql`select * from other`.execute(store.db)
      await store.close()
    } else {
      const file = join(folder(), 'sheaf.db')
      writeFileSync(file, 'mine')
      expect(await command(['move-database', file], settings)).toMatchObject({ code: 1, err: expect.stringContaining('there already') })
      expect(readFileSync(file, 'utf8')).toBe('mine')
    }
  })

  it('leaves nothing behind when it fails halfway, and succeeds the next time', async () => {
    const [data, url] = [folder(), await freshDatabase()]
    const target = isFile() ? url : join(data, 'sheaf.db')
    const source = openStore(isFile() ? join(product.folder, 'sheaf.db') : (settings['DATABASE_URL'] as string))
    // An unknown column, in a table towards the end.
    await sql`alter table template add column unknown text`.execute(source.db)
    await source.close()
    const failed = await command(['move-database', target], settings)
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('template')])
    expect(readdirSync(data)).toEqual([])
    const again = openStore(isFile() ? join(product.folder, 'sheaf.db') : (settings['DATABASE_URL'] as string))
    await sql`alter table template drop column unknown`.execute(again.db)
    await again.close()
    expect(await command(['move-database', target], settings)).toMatchObject({ code: 0 })
  })

  afterAll(async () => {
    // The product closes its server at the end, so it must be open.
    Object.assign(product, { server: await serverOn(settings).then(({ server }) => server) })
  })
})
