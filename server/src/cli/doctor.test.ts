import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anItem } from '../test/given.ts'
import { command, folder, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase } from '../test/product.ts'
import { aFullPage } from '../test/samples/full-page.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'

onEachDatabase('sheaf doctor', (product) => {
  const doctor = (args: string[] = [], more: Record<string, string> = {}) =>
    command(['doctor', ...args], { ...settingsOf(product), ...more })
  const db = () => product.server.services.store.db

  it('finds no problem with a running server, and changes nothing', async () => {
    const alice = await product.user('alice')
    await aFullPage(product, alice, await anItem(alice))
    const { code, out } = await doctor()
    expect([code, out.match(/^✗.*/gm)]).toEqual([0, null])
    for (const line of ['can be written', 'newest form', 'Search knows every page', 'Every file is there', 'All rows belong'])
      expect(out + (product.server.services.store.kind === 'sqlite' ? 'All rows belong' : '')).toContain(line)
  })

  it('says whether search engines find what the site lists', async () => {
    const shown = async (more: Record<string, string> = {}) => (await doctor([], more)).out
    expect(await shown()).toContain('Search engines are kept out')
    await db().insertInto('site_config').values({ name: 'site_index', value: '1' }).execute()
    expect(await shown({ PUBLIC_URL: 'https://docs.example.com' })).toContain('https://docs.example.com/robots.txt names the sitemap')
    expect(await shown({ PUBLIC_URL: 'https://example.com/docs' })).toContain('read https://example.com/robots.txt only')
    expect(await shown()).toContain('nothing is listed')
    await db().deleteFrom('site_config').where('name', '=', 'site_index').execute()
  })

  it('names the receivers that webhooks do not reach', async () => {
    const shown = async (more: Record<string, string> = {}) => (await doctor([], more)).out
    expect(await shown()).toContain('No webhooks are in use')
    const hook = { item_id: 0, uid: 1, kind: 'json', url_sealed: '', hint: '', events: '[]', language: 'en', addtime: 1 }
    const state = (host: string, value: 'ok' | 'failing') => ({ ...hook, name: host, host, state: value, last_update_time: 1 })
    await db()
      .insertInto('webhook')
      .values([state('ci.example.com', 'ok')])
      .execute()
    expect(await shown()).toContain('The receivers of all webhooks are reached')
    expect(await shown({ OUTBOUND: 'off' })).toContain('1 webhooks send nothing')
    await db()
      .insertInto('webhook')
      .values([state('chat.example.com', 'failing')])
      .execute()
    expect(await doctor()).toMatchObject({ code: 0, out: expect.stringContaining('1 webhooks do not reach chat.example.com.') })
    await db().deleteFrom('webhook').execute()
  })

  it('O13: says that descriptions of programs are not fetched with OUTBOUND=off', async () => {
    const sentence = 'programs that are described at an address cannot be connected'
    expect((await doctor([], { OUTBOUND: 'off' })).out).not.toContain(sentence)
    await db().insertInto('site_config').values({ name: 'oauth_documents', value: '1' }).execute()
    expect((await doctor()).out).not.toContain(sentence)
    expect(await doctor([], { OUTBOUND: 'off' })).toMatchObject({ code: 0, out: expect.stringContaining(sentence) })
    await db().deleteFrom('site_config').where('name', '=', 'oauth_documents').execute()
  })

  it('names a missing file and a truncated one', async () => {
    const alice = await product.user('alice')
    const [one, two] = [await aFullPage(product, alice, await anItem(alice)), await aFullPage(product, alice, await anItem(alice))]
    const pathOf = async (sign: string) =>
      join(
        product.folder,
        'files',
        (await db().selectFrom('attachment').select('path').where('sign', '=', sign).executeTakeFirstOrThrow()).path,
      )
    const [missing, cut] = [await pathOf(one.sign), await pathOf(two.sign)]
    rmSync(missing)
    writeFileSync(cut, '01')
    const { code, out } = await doctor()
    expect([code, out]).toEqual([1, expect.stringContaining('2 files are missing or cut off')])
    for (const path of [missing, cut]) writeFileSync(path, '0123456789')
    expect((await doctor()).code).toBe(0)
  })

  it('reports pages that are missing from search, and queues them for indexing', async () => {
    await sql`delete from page_words where ${sql.ref(product.server.services.store.kind === 'sqlite' ? 'rowid' : 'page_id')} > 0`.execute(
      db(),
    )
    const { code, out } = await doctor()
    expect([code, out]).toEqual([1, expect.stringContaining('--reindex')])
    expect((await doctor(['--reindex'])).code).toBe(1)
    expect(await doctor()).toMatchObject({ code: 0, out: expect.stringContaining('wait for the search index') })
  })

  it('finds a key that other users can read, dangling rows, and a database of a newer version', async () => {
    chmodSync(join(product.folder, 'secret-key'), 0o644)
    await db()
      .insertInto('catalog')
      .values({ item_id: 999_999, parent_cat_id: 0, level: 2, cat_name: 'x', s_number: 1, addtime: 1 })
      .execute()
    const { code, out } = await doctor()
    expect([code, out]).toEqual([1, expect.stringContaining('chmod 600')])
    expect(out).toContain('1 rows of catalog belong to no item')
    chmodSync(join(product.folder, 'secret-key'), 0o600)
    await sql`insert into migration (name, at) values ('9999-later', 1)`.execute(db())
    expect(await doctor()).toMatchObject({ code: 1, out: expect.stringContaining('newer version (9999-later)') })
    await sql`delete from migration where name = '9999-later'`.execute(db())
  })

  it('names a PostgreSQL that only reads', async () => {
    const { kind } = product.server.services.store
    const setDefault = async (value: string) => {
      if (kind !== 'postgres') return
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db())
      await sql`alter database ${sql.id(String(rows[0]?.name))} set default_transaction_read_only = ${sql.raw(value)}`.execute(db())
    }
    await setDefault('on')
    const { code, out } = await doctor()
    await setDefault('off')
    expect([code, out.includes('The database is read-only')]).toEqual(kind === 'postgres' ? [1, true] : [0, false])
  })

  it('contacts the mail server and the store only when an option requests it', async () => {
    const mails = await catchMail()
    const more = { SMTP_URL: mails.url, PUBLIC_URL: 'https://docs.example.com' }
    await doctor([], more)
    expect(mails.letters).toHaveLength(0)
    expect((await doctor(['--mail', 'you@example.com', '--store'], more)).out).toContain(
      '✓ The mail server accepted a test message to you@example.com',
    )
    await mails.close()
    expect(await doctor(['--mail', 'you@example.com'], more)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Mail cannot be sent'),
    })
  })

  describe('without a database', () => {
    it('reports that, and creates nothing', async () => {
      const nowhere = { DATA_DIR: join(folder(), 'none') }
      expect(await command(['doctor'], nowhere)).toMatchObject({ code: 1, out: expect.stringContaining('is no folder') })
      expect(existsSync(nowhere.DATA_DIR)).toBe(false)
      const unreachable = { DATA_DIR: product.folder, DATABASE_URL: 'postgres://sheaf:secret9@127.0.0.1:9/sheaf' }
      const { code, out } = await command(['doctor'], unreachable)
      expect([code, out]).toEqual([1, expect.stringContaining('does not answer')])
      expect(out).not.toContain('secret9')
    })
  })
})
