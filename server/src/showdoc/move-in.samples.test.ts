import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type MoveReport, proofsOf } from '@sheaf/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revisionTextsByIds } from '../page/history/page.history.store.ts'
import { anEmptyPlace, command, serverOn } from '../test/process/terminal.ts'
import { isForAll } from '../test/product.ts'
import { realManifest, realShowdoc } from '../test/samples/showdoc-real.ts'
import { unescapeHtml } from './in/texts.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A hash of every file below the folder. */
const stateOf = (folder: string) =>
  sha256(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => `${path} ${sha256(readFileSync(path))}`)
      .join('\n'),
  )

/** The fields of a row in the manifest; each list has the ones that it needs. */
interface Row {
  item_id: number
  cat_id: number
  page_id: number
  page_history_id: number
  file_id: number
  team_id: number
  id: number
  uid: number
  member_uid: number
  is_del: number
  is_archived: number
  s_number: number

  item_type: number
  groupid: number
  addtime: number | null
  expire_time?: number
  member_group_id: number
  login_checked: boolean | null
  signs: string[]
  password: string | null
  item_name: string
  item_description: string
  item_domain: string
  owner: string
  username: string
  path: string
  title: string
  author: string
  comments: string
  display_name: string
  sign: string
  unique_key: string
  api_key: string
  api_token: string
  team_name: string
  sha256: string
  sha256_text: string
  sha256_template: string
}
const lists = [
  'users',
  'items',
  'catalogs',
  'pages',
  'histories',
  'attachments',
  'single_page_links',
  'item_tokens',
  'mocks',
  'item_members',
  'teams',
  'team_item_members',
  'templates',
] as const
type Manifest = Record<(typeof lists)[number], Row[]> & { tables: Record<string, number> }

/** Tables that are migrated row by row, with their names in Sheaf. */
const migratedTables: Record<string, string> = {
  user: 'user',
  item: 'item',
  catalog: 'catalog',
  page: 'page',
  page_history: 'page_history',
  upload_file: 'attachment',
  item_member: 'item_member',
  team: 'team',
  team_member: 'team_member',
  team_item: 'team_item',
  recycle: 'recycle',
  mock: 'mock',
  team_item_member: 'team_item_member',
  template: 'template',
  single_page: 'page_link',
  item_token: 'item_key',
  item_group: 'item_group',
  item_sort: 'item_sort',
  runapi_env: 'runapi_env',
  runapi_flow: 'runapi_flow',
}

const cases = ['2.9', '3.9'].flatMap((version) => ['sqlite', 'postgres'].map((kind) => [version, kind] as const))

describe.each(cases)('ShowDoc %s, imported on %s', (version, kind) => {
  const source = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-'))
  let manifest: Manifest
  let env: Record<string, string>
  let before: string
  let report: MoveReport
  let product: Awaited<ReturnType<typeof serverOn>>
  const db = () => product.server.services.store.db
  const api = (name: string, fields: Record<string, string>) =>
    product
      .send({
        method: 'POST',
        url: `/server/index.php?s=/api/${name}`,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      .then((reply) => reply.json() as { error_code: number; data: Record<string, string> })

  beforeAll(async () => {
    manifest = JSON.parse(readFileSync(realManifest(version), 'utf8')) as Manifest
    execFileSync('tar', ['xzf', realShowdoc(version), '-C', source])
    before = stateOf(source)
    env = await anEmptyPlace(kind)
    const result = await command(['import-showdoc', source, '--json'], env)
    expect([result.code, result.err]).toEqual([0, expect.any(String)])
    report = JSON.parse(result.out) as MoveReport
    product = await serverOn({ ...env, RATE_LIMITS: 'off', HOST: '127.0.0.1' })
  })
  afterAll(async () => {
    await product?.close()
    rmSync(source, { recursive: true, force: true })
  })

  it('does not change the source', () => expect(stateOf(source)).toBe(before))

  it('accounts for every row of every table', async () => {
    const read = Object.fromEntries(report.tables.map((table) => [table.table, table.read]))
    for (const [table, count] of Object.entries(manifest.tables)) expect([table, read[table] ?? 0]).toEqual([table, count])
    for (const { read: all, written, here, left } of report.tables)
      expect(written + here + Object.values(left).reduce((sum, n) => sum + n, 0)).toBe(all)
    for (const [table, ours] of Object.entries(migratedTables)) {
      const { n } = await db()
        .selectFrom(ours as 'page')
        .select((row) => row.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      expect([table, Number(n)]).toEqual([table, manifest.tables[table] ?? 0])
    }
    const left = await db().selectFrom('showdoc_left').select('table_name').execute()
    for (const table of ['item_change_log'])
      expect(left.filter((row) => row.table_name === table)).toHaveLength(manifest.tables[table] ?? 0)
  })

  it('imports every item with its name, domain, type, owner and state', async () => {
    const rows = await db().selectFrom('item').innerJoin('user', 'user.uid', 'item.uid').selectAll('item').select('username').execute()
    const here = new Map(rows.map((row) => [row.item_id, row]))
    for (const { item_id, item_name, item_description, item_domain, item_type, owner, is_archived, is_del, password } of manifest.items) {
      const expected = { item_id, item_name, item_description, item_domain, item_type, is_archived, is_del, username: owner }
      expect(here.get(item_id)).toMatchObject(expected)
      if (password && !is_del) expect(await api('item/pwd', { item_id: String(item_id), password })).toMatchObject({ error_code: 0 })
      expect(here.get(item_id)?.password_hash === '').toBe(password === '')
    }
  })

  it('imports every catalog with its parent and order', async () => {
    const rows = await db().selectFrom('catalog').selectAll().execute()
    const here = new Map(rows.map((row) => [row.cat_id, row]))
    const pathOf = (cat_id: number): string => {
      const row = here.get(cat_id)
      return row ? [pathOf(row.parent_cat_id), row.cat_name].filter(Boolean).join('/') : ''
    }
    for (const { cat_id, item_id, path, s_number } of manifest.catalogs)
      expect({ ...here.get(cat_id), path: pathOf(cat_id) }).toMatchObject({ item_id, path, s_number })
  })

  it('imports every page with its text, and every version', async () => {
    const rows = await db().selectFrom('page').selectAll().execute()
    const here = new Map(rows.map((row) => [row.page_id, row]))
    // A page whose catalog is gone or in another item moves to the root; ShowDoc does not display such pages.
    const itemOf = new Map(manifest.catalogs.map((catalog) => [catalog.cat_id, catalog.item_id]))
    for (const { page_id, item_id, title, author, addtime, is_del, cat_id, sha256_text } of manifest.pages) {
      const row = here.get(page_id)
      const expected = {
        item_id,
        page_title: title,
        author_username: author,
        addtime: addtime ?? 0,
        is_del,
        cat_id: itemOf.get(cat_id) === item_id ? cat_id : 0,
      }
      expect({ ...row, sha256: sha256(row?.page_content ?? '') }).toMatchObject({ ...expected, sha256: sha256_text })
    }
    const texts = await revisionTextsByIds(
      db(),
      manifest.histories.map((state) => state.page_history_id),
    )
    for (const { page_history_id, sha256_text } of manifest.histories)
      expect(sha256(texts.get(page_history_id) ?? 'gone')).toBe(sha256_text)
    const states = new Map((await db().selectFrom('page_history').selectAll().execute()).map((row) => [row.page_history_id, row]))
    for (const { page_history_id, page_id, title, author, addtime, comments } of manifest.histories)
      expect(states.get(page_history_id)).toMatchObject({
        page_id,
        page_title: title,
        author_username: author,
        addtime,
        page_comments: comments,
      })
  })

  it('serves every URL of a file, by sign and by path', async () => {
    const { store } = product.server.services
    for (const { sign, path, sha256: hash, display_name, file_id } of manifest.attachments) {
      const row = await db().selectFrom('attachment').selectAll().where('file_id', '=', file_id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ sign, display_name })
      const bytes = await (await product.server.services.files.of(row.store)).read(row.path)
      expect(sha256(await buffer(bytes))).toBe(hash)
      const old = await db().selectFrom('showdoc_file').selectAll().where('file_id', '=', file_id).execute()
      expect(old).toEqual([{ path: String(path).replace('Public/Uploads/', ''), file_id }])
    }
    const open = await store.hot<{ sign: string }>(
      `select sign from attachment a join item i on i.item_id = a.item_id where i.password_hash = '' and i.is_del = 0`,
      [],
    )
    for (const { sign } of open) {
      const reply = await product.send({ url: `/server/index.php?s=/api/attachment/visitFile/sign/${sign}&showdoc=.jpg` })
      const want = manifest.attachments.find((file) => file.sign === sign)?.sha256
      expect(sha256(reply.rawPayload)).toBe(want)
    }
  })

  it('attaches the files that a page shows to the page', async () => {
    for (const { page_id, signs } of manifest.pages.filter((page) => page.signs.length > 0)) {
      const links = await db()
        .selectFrom('attachment_page')
        .innerJoin('attachment', 'attachment.file_id', 'attachment_page.file_id')
        .select('sign')
        .where('page_id', '=', page_id)
        .execute()
      expect(links.map((link) => link.sign)).toEqual(expect.arrayContaining(signs))
    }
  })

  it('serves links to single pages, keys of the open API and mocks', async () => {
    const pages = new Map(manifest.pages.map((page) => [page.page_id, page]))
    for (const { unique_key, page_id, expire_time } of manifest.single_page_links) {
      const { is_del, title } = pages.get(page_id) as Row
      const reply = await api('page/infoByKey', { unique_key, page_id: String(page_id) })
      const isOpen = !is_del && !(expire_time && expire_time * 1000 < Date.now())
      expect(reply).toMatchObject(isOpen ? { error_code: 0, data: { page_title: title } } : { error_code: 10101 })
    }
    for (const { api_key, api_token, item_id } of manifest.item_tokens) {
      const reply = await api('open/getCatalogTree', { api_key, api_token })
      const item = manifest.items.find((row) => row.item_id === item_id)
      expect([item_id, reply.error_code === 10306]).toEqual([item_id, Boolean(item?.is_del)])
    }
    for (const { unique_key, page_id, sha256_template } of manifest.mocks) {
      const { template } = await db().selectFrom('mock').select('template').where('unique_key', '=', unique_key).executeTakeFirstOrThrow()
      expect(sha256(template)).toBe(sha256_template)
      const reply = await product.send({ url: `/server/index.php?s=/mock-data/${unique_key}` })
      if (!pages.get(page_id)?.is_del) expect([unique_key, reply.json().error_code]).not.toEqual([unique_key, 10101])
    }
  })

  it('imports members, teams and their permissions', async () => {
    const members = await db().selectFrom('item_member').selectAll().execute()
    for (const { item_id, uid, member_group_id, cat_id } of manifest.item_members)
      expect(members).toContainEqual(expect.objectContaining({ item_id, uid, member_group_id, cat_id }))
    const teams = await db().selectFrom('team').selectAll().execute()
    for (const { id, uid, team_name } of manifest.teams)
      expect(teams).toContainEqual(expect.objectContaining({ id, uid, team_name: unescapeHtml(team_name) }))
    const rights = await db().selectFrom('team_item_member').selectAll().execute()
    for (const { team_id, item_id, member_uid, member_group_id, cat_id } of manifest.team_item_members)
      expect(rights).toContainEqual(expect.objectContaining({ team_id, item_id, member_uid, member_group_id, cat_id }))
    const templates = await db().selectFrom('template').selectAll().execute()
    for (const { title, sha256_text } of manifest.templates)
      expect(templates.map((row) => [row.template_title, sha256(row.template_content)])).toContainEqual([title, sha256_text])
  })

  // A hash does not depend on the database; move-in.test.ts signs in with every format on both.
  if (isForAll(kind))
    it('S01: accepts the old passwords, rehashes them at the first sign-in, and reports accounts that cannot sign in', async () => {
      const cannot = report.people.cannotSignIn.first.map(({ username }) => username)
      for (const { username, password, login_checked } of manifest.users) {
        const hashed = () => db().selectFrom('user').select('password_hash').where('username', '=', username).executeTakeFirstOrThrow()
        expect((await hashed()).password_hash).not.toMatch(/^[\da-f]{32}$/i)
        if (login_checked !== true || password === null) continue
        expect(cannot).not.toContain(username)
        const { user_token } = await product.visitor().api.user.login({ username, password, v_code: '' })
        expect(user_token).not.toBe('')
        expect((await hashed()).password_hash).toMatch(/^\$argon2id\$/)
        await product.visitor().api.user.login({ username, password, v_code: '' })
        await expect(product.visitor().api.user.login({ username, password: `${password}x`, v_code: '' })).rejects.toMatchObject({
          code: 10204,
        })
      }
      const all = await db().selectFrom('user').select(['username', 'groupid']).execute()
      expect(all.filter((user) => user.groupid === 1).map((user) => user.username)).toEqual(
        manifest.users.filter((user) => user.groupid === 1).map((user) => user.username),
      )
    })

  it('finds the pages with search', async () => {
    const titles = manifest.pages.filter((page) => !page.is_del && String(page.title).length > 3)
    const { n } = await db()
      .selectFrom('search_backlog')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect([Number(n), titles.length > 0]).toEqual([0, true])
    const [first] = titles.filter((page) => !manifest.items.find((item) => item.item_id === page.item_id)?.is_del)
    const client = product.visitor()
    await client.api.user.login({ username: 'showdoc', password: '123456', v_code: '' })
    const found = await client.api.item.search({ item_id: String(first?.item_id), keyword: String(first?.title) })
    expect(found.pages.map((page) => page.page_id)).toContain(String(first?.page_id))
  })

  it('proves the import, changes nothing when it is repeated, and verifies it again on request', async () => {
    for (const proof of [report.pages, report.versions, report.files]) {
      expect(proof).toMatchObject({ same: proof.compared, different: { count: 0 }, changedSince: 0 })
      expect(proof.before).toBe(proof.after)
    }
    expect(report.pages.compared).toBe(manifest.tables['page'])
    expect(report.files.compared).toBe(manifest.tables['upload_file'])
    const again = await command(['import-showdoc', source, '--json'], env)
    expect(JSON.parse(again.out)).toEqual({ ...report, changed: false })
    const page_id = manifest.pages.find((page) => !page.is_del)?.page_id ?? 0
    const text = (await db().selectFrom('page').select('page_content').where('page_id', '=', page_id).executeTakeFirstOrThrow())
      .page_content
    const verified = await command(['verify-showdoc', source, '--json'], env)
    expect([verified.code, JSON.parse(verified.out).pages]).toEqual([0, report.pages])
    await db()
      .updateTable('page')
      .set({ page_content: `${text}!` })
      .where('page_id', '=', page_id)
      .execute()
    const broken = await command(['verify-showdoc', source, '--json'], env)
    expect([broken.code, JSON.parse(broken.out).pages.different]).toEqual([1, { count: 1, first: [{ id: page_id, here: page_id }] }])
    await db().updateTable('page').set({ version: 2 }).where('page_id', '=', page_id).execute()
    const changed = await command(['verify-showdoc', source], env)
    expect([changed.code, changed.out]).toEqual([0, expect.stringContaining('1 changed or removed here since')])
  })

  it('stores the report, a line for each pair that was compared, and no copy of the database', () => {
    const folder = join(env['DATA_DIR'] as string, 'showdoc')
    const names = readdirSync(folder).sort()
    expect(names.filter((name) => name.endsWith('.db'))).toEqual([])
    const lines = readFileSync(join(folder, 'proof-1.jsonl'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(proofsOf(report).reduce((sum, [, proof]) => sum + proof.compared, 0))
  })
})
