import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MoveReport } from '@sheaf/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revisionTextsByIds } from '../page/history/page.history.store.ts'
import { anEmptyPlace, command, serverOn, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase } from '../test/product.ts'
import { aiTokenOf, laterPasswords, PNG, passwords, RAW, signOf, smallShowdoc } from '../test/samples/showdoc-small.ts'

const aFolder = () => mkdtempSync(join(tmpdir(), 'sheaf-showdoc-'))
const stateOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
const tableIn = (report: MoveReport, name: string) => report.tables.find(({ table }) => table === name)

const cases = (['2.9', '3.9'] as const).flatMap((version) => ['sqlite', 'postgres'].map((kind) => [version, kind] as const))

/** The lines of a command without those that a slow machine gets every few seconds: `writing page 100/230`. */
const withoutProgress = (err: string) => err.split('\n').filter((line) => line !== '' && !/^[\w ]+(?: \d+(?:\/\d+)?)?$/.test(line))

describe.each(cases)('sheaf import-showdoc, a small ShowDoc %s into an empty site on %s', (version, kind) => {
  const source = aFolder()
  const isLater = version === '3.9'
  let env: Record<string, string>
  let report: MoveReport
  let product: Awaited<ReturnType<typeof serverOn>>
  const db = () => product.server.services.store.db
  const get = (url: string) => product.send({ url })

  beforeAll(async () => {
    smallShowdoc(source, version).close()
    const before = stateOf(source)
    env = await anEmptyPlace(kind)
    const result = await command(['import-showdoc', source, '--json'], env)
    expect([result.code, withoutProgress(result.err)]).toEqual([0, []])
    report = JSON.parse(result.out) as MoveReport
    expect(stateOf(source)).toEqual(before)
    product = await serverOn({ ...env, RATE_LIMITS: 'off', HOST: '127.0.0.1' })
  })
  afterAll(async () => {
    await product?.close()
    for (const folder of [source, env['DATA_DIR'] as string]) rmSync(folder, { recursive: true, force: true })
  })

  it('unescapes texts exactly once in every table', async () => {
    const pages = new Map((await db().selectFrom('page').selectAll().execute()).map((page) => [page.page_id, page]))
    expect(pages.get(20)).toMatchObject({
      page_content: RAW,
      page_title: '<t>',
      page_comments: '"c"',
      s_number: 7,
      cat_id: 10,
      author_uid: 2,
      creator_uid: 3,
    })
    expect(pages.get(27)?.page_content).toBe('squeezed <page>')
    // Valid JSON that would be invalid after unescaping.
    expect(pages.get(26)?.page_content).toBe('{"info":{"url":"/x","title":"&quot;"},"a":"<b>"}')
    expect(pages.get(25)).toMatchObject({ page_content: '', cat_id: 0, s_number: 2_147_483_647 })
    expect(pages.get(isLater ? 30 : 28)?.page_content).toBe('an id of MySQL')
    const texts = await revisionTextsByIds(db(), [31, 32, 33, 34])
    expect(texts.get(34)).toBe(RAW)
    expect([texts.get(31), texts.get(33)]).toEqual(
      ['1', '3'].map((n) => expect.stringMatching(new RegExp(`^a line .* & escaped\n[^]*${n}$`))),
    )
    const packed = await db().selectFrom('page_history').select(['page_history_id', 'base_id']).orderBy('page_history_id').execute()
    expect(packed.map((row) => row.base_id)).toEqual([0, 31, 31, 0])
    const [item] = await db().selectFrom('item').selectAll().where('item_id', '=', 1).execute()
    expect(item).toMatchObject({ item_name: 'A & B', item_domain: 'shop', uid: 2 })
    expect(await db().selectFrom('catalog').select('cat_name').where('cat_id', '=', 10).executeTakeFirst()).toEqual({ cat_name: 'x < y' })
    expect(await db().selectFrom('team').select('team_name').executeTakeFirst()).toEqual({ team_name: 'T & S' })
    expect(await db().selectFrom('template').select(['template_title', 'template_content']).execute()).toEqual([
      { template_title: 'T <x>', template_content: RAW },
    ])
    expect(await db().selectFrom('item_group').select(['group_name', 'item_ids', 'created_at']).execute()).toEqual([
      { group_name: 'G <1>', item_ids: '1,2', created_at: 1_700_000_000 },
    ])
    expect(await db().selectFrom('item_sort').selectAll().execute()).toEqual([
      { uid: 2, item_group_id: 1, item_sort_data: '{"1":2,"2":1}' },
    ])
  })

  it('accepts passwords of every format, and reports which accounts cannot sign in and why', async () => {
    for (const [username, password] of Object.entries({ ...passwords, ...(isLater ? laterPasswords : {}) })) {
      const before = await db().selectFrom('user').select('password_hash').where('username', '=', username).executeTakeFirstOrThrow()
      expect(before.password_hash).toMatch(/^(?:showdoc:[\w-]*:\$argon2id|\$2b\$)/)
      await expect(product.visitor().api.user.login({ username, password: `${password} `, v_code: '' })).rejects.toMatchObject({
        code: 10204,
      })
      const client = product.visitor()
      await client.api.user.login({ username, password, v_code: '' })
      const after = await db().selectFrom('user').select('password_hash').where('username', '=', username).executeTakeFirstOrThrow()
      expect(after.password_hash).toMatch(/^\$argon2id\$/)
      await product.visitor().api.user.login({ username, password, v_code: '' })
    }
    for (const username of ['nopass', 'odd', 'WangWu']) {
      for (const password of ['', 'plain text', '*', 'x'])
        await expect(product.visitor().api.user.login({ username, password, v_code: '' })).rejects.toMatchObject({ code: 10204 })
    }
    await product.visitor().api.user.login({ username: 'WangWu-2', password: 'other-one', v_code: '' })
    expect(report.renamed.first).toEqual(expect.arrayContaining([{ table: 'user', id: 7, from: 'WangWu', to: 'WangWu-2' }]))
    expect(report.people.cannotSignIn.first).toEqual([
      { uid: 4, username: '', why: 'noName' },
      { uid: 5, username: 'nopass', why: 'noPassword' },
      { uid: 6, username: 'odd', why: 'unknownForm' },
      ...(isLater ? [{ uid: 10, username: 'directory', why: 'outside' }] : []),
    ])
    const warnings = [
      'defaultPassword',
      'enterLdap',
      'enterLoginKey',
      'linksLeadElsewhere',
      ...(isLater ? ['boardsAsText', 'asksVisitors'] : []),
    ]
    expect(report.warnings).toEqual(warnings)
  })

  it('S01: stores no fast password hash and no token', async () => {
    const kept = JSON.stringify([
      await db().selectFrom('user').selectAll().execute(),
      await db().selectFrom('showdoc_left').selectAll().execute(),
      await db().selectFrom('showdoc_move').selectAll().execute(),
      await db().selectFrom('site_config').selectAll().execute(),
      await db().selectFrom('provider').selectAll().execute(),
    ])
    for (const secret of ['plain text', 'tokentoken', 'hush', 'secret-token', 'k3Jd9x']) expect(kept).not.toContain(secret)
    expect(kept).not.toMatch(/"[\da-f]{32}"/)
    // Sessions of ShowDoc are not valid here.
    expect(
      await db()
        .selectFrom('session')
        .selectAll()
        .execute()
        .then((rows) => rows.every((row) => row.addtime > 1_700_000_000)),
    ).toBe(true)
  })

  it('opens private items with their old visit password, and only with it', async () => {
    const pwd = (password: string) => product.visitor().api.item.pwd({ item_id: '2', page_id: '0', password, v_code: '', refer_url: '' })
    await expect(pwd('a&amp;b')).rejects.toMatchObject({ code: 10307 })
    await pwd('a&b')
    await expect(product.visitor().api.page.info({ page_id: '21' })).rejects.toMatchObject({ code: 10303 })
    await expect(product.visitor().api.item.info({ item_id: '3' })).rejects.toMatchObject({ code: 10101 })
    // 'api' is reserved for paths of Sheaf.
    expect(report.renamed.first).toEqual(expect.arrayContaining([{ table: 'item', id: 2, from: 'api', to: '' }]))
    const [deleted] = await db().selectFrom('item').selectAll().where('item_id', '=', 3).execute()
    expect(deleted).toMatchObject({ is_del: 1, del_time: 1_700_000_005, uid: 1 })
  })

  it('repairs the parents of catalogs and breaks cycles', async () => {
    const rows = await db().selectFrom('catalog').select(['cat_id', 'parent_cat_id', 'level']).orderBy('cat_id').execute()
    expect(rows.map((row) => [row.cat_id, row.parent_cat_id, row.level])).toEqual([
      [10, 0, 2],
      [11, 12, 4],
      [12, 10, 3],
      [13, 14, 3],
      [14, 0, 2],
    ])
    expect(tableIn(report, 'catalog')).toMatchObject({ read: 6, written: 5, left: { orphan: 1 } })
  })

  it('serves old URLs of files; executable files are quarantined and reported', async () => {
    const picture = await get(`/server/index.php?s=/api/attachment/visitFile/sign/${signOf(3)}`)
    expect([picture.statusCode, picture.headers['content-type'], picture.headers['content-disposition']]).toEqual([
      200,
      'application/octet-stream',
      expect.stringMatching(/^attachment/),
    ])
    // The file is attached to the page of a private item that shows it, so anonymous visitors cannot read it.
    expect((await get(`/server/index.php?s=/api/attachment/visitFile/sign/${signOf(1)}`)).json().error_code).toBe(10101)
    const { user_token } = await product.visitor().api.user.login({ username: 'showdoc', password: '123456', v_code: '' })
    const seen = await product.send({
      url: `/server/index.php?s=/api/attachment/visitFile/sign/${signOf(1)}`,
      headers: { authorization: `Bearer ${user_token}` },
    })
    expect([seen.headers['content-type'], seen.rawPayload]).toEqual(['image/png', PNG])
    for (const n of [2, 4, 5])
      expect((await get(`/server/index.php?s=/api/attachment/visitFile/sign/${signOf(n)}`)).json().error_code).toBe(10101)
    expect(tableIn(report, 'upload_file')).toMatchObject({
      read: 5,
      written: 2,
      left: { quarantined: 1, fileMissing: 1, fileElsewhere: 1 },
    })
    expect(tableIn(report, 'Public/Uploads')).toMatchObject({ read: 2, written: 1, left: { quarantined: 1 } })
    expect(report.downloadOnly).toEqual({ count: 1, first: [{ file_id: 3, name: 'firmware.bin' }] })
    expect(report.quarantined.first.map(({ name }) => name)).toEqual(['shell.php', '2016-01-01/evil.html'])
    for (const { place } of report.quarantined.first) expect(existsSync(join(env['DATA_DIR'] as string, place))).toBe(true)
    const links = await db()
      .selectFrom('attachment_page')
      .innerJoin('attachment', 'attachment.file_id', 'attachment_page.file_id')
      .select(['page_id', 'display_name'])
      .orderBy('page_id')
      .orderBy('display_name')
      .execute()
    expect(links).toEqual([
      { page_id: 20, display_name: 'firmware.bin' },
      { page_id: 21, display_name: 'old.png' },
      { page_id: 21, display_name: 'shot.png' },
    ])
    expect(await db().selectFrom('showdoc_file').selectAll().orderBy('path').execute()).toMatchObject([
      { path: '2016-01-01/old.png' },
      { path: '2023-11-14/1.png', file_id: 1 },
      { path: '2023-11-14/3.bin', file_id: 3 },
    ])
  })

  it('serves links, keys and mocks, and expires links', async () => {
    const byKey = (unique_key: string) => product.visitor().api.page.infoByKey({ unique_key, page_id: '0' })
    expect(await byKey('key-of-page-20-000000000000000000')).toMatchObject({ page_title: '<t>' })
    if (isLater) await expect(byKey('key-of-page-21-000000000000000000')).rejects.toMatchObject({ code: 10101 })
    else expect(await byKey('key-of-page-21-000000000000000000')).toMatchObject({ page_title: 'p21' })
    const pushed = await product.visitor().api.open.getPage({ api_key: 'apikey1', api_token: 'apitoken1', page_id: '20', page_title: '' })
    expect(pushed).toMatchObject({ page_content: RAW })
    expect((await get('/server/index.php?s=/mock-data/00000000000000000000000000000abc')).json()).toEqual({ code: 0 })
    expect((await get('/server/index.php?s=/mock-path/1&path=/m')).json()).toEqual({ code: 0 })
  })

  it('imports permissions and the data of API clients', async () => {
    const members = await db().selectFrom('item_member').selectAll().orderBy('item_member_id').execute()
    expect(members).toMatchObject([
      { item_id: 2, uid: 3, member_group_id: 0, cat_id: 0 },
      { item_id: 1, uid: 3, member_group_id: 1, cat_id: 10 },
    ])
    // A member whose catalog is gone must not get the whole item.
    expect(tableIn(report, 'item_member')).toMatchObject({ read: 3, written: 2, left: { orphan: 1 } })
    expect(await db().selectFrom('item').select('global_param').where('item_id', '=', 4).executeTakeFirst()).toEqual({
      global_param: '{"header":[{"name":"t"}],"preScript":"a < b"}',
    })
    expect(await db().selectFrom('item_variable').select(['var_name', 'var_value', 'env_id']).execute()).toEqual([
      { var_name: 'host', var_value: 'a&b', env_id: 1 },
    ])
    expect(await db().selectFrom('runapi_flow_page').select(['flow_id', 'page_id', 'enabled']).execute()).toEqual([
      { flow_id: 1, page_id: 26, enabled: 1 },
    ])
    expect(await db().selectFrom('recycle').select(['page_id', 'del_time']).orderBy('page_id').execute()).toEqual([
      { page_id: 22, del_time: 1_700_000_000 },
      { page_id: 23, del_time: 1_700_000_000 },
    ])
    expect(await db().selectFrom('attachment_flow').selectAll().where('month', '=', '2023-11').execute()).toEqual([
      { uid: 2, month: '2023-11', bytes: 500 },
    ])
  })

  it('imports settings without secrets, and disables features that need one', async () => {
    const kept = Object.fromEntries((await db().selectFrom('site_config').selectAll().execute()).map((row) => [row.name, row.value]))
    expect(kept).toMatchObject({
      register_open: '0',
      home_page: '3',
      home_item: '2',
      history_version_count: '33',
      ldap_open: '0',
      index_default: 'none',
    })
    expect(JSON.parse(kept['ldap_form'] ?? '')).toMatchObject({ host: 'ldap.example.com', bind_password: '', encryption: '' })
    expect(kept['login_secret_key']).toBeUndefined()
  })

  const inLater = isLater ? it : undefined
  inLater?.('moves the tokens of agents, which work with their old text, level, items and end', async () => {
    const call = async (token: string, path: string, fields = '') => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` }
      return (await product.send({ method: 'POST', url: `/api/${path}`, payload: fields, headers })).json()
    }
    const grants = await db().selectFrom('access_grant').selectAll().orderBy('grant_id').execute()
    const now = Math.floor(Date.now() / 1000)
    expect(grants).toMatchObject([
      { uid: 2, kind: 'showdoc', name: 'Editor & co', level: 3, is_admin: 0, is_limited: 0 },
      { uid: 2, kind: 'showdoc', name: 'ShowDoc', level: 1, is_admin: 0, is_limited: 1, until: 4_102_358_400 },
    ])
    expect(Math.abs((grants[0]?.until ?? 0) - now - 90 * 86_400)).toBeLessThan(600)
    expect(await db().selectFrom('access_grant_item').select('item_id').execute()).toEqual([{ item_id: 1 }])
    expect(JSON.stringify(await db().selectFrom('access_secret').selectAll().execute())).not.toContain('ai_')
    expect(await call(aiTokenOf(0), 'page/info', 'page_id=20')).toMatchObject({ error_code: 0, data: { page_title: '<t>' } })
    expect(await call(aiTokenOf(1), 'page/info', 'page_id=20')).toMatchObject({ error_code: 0 })
    expect(await call(aiTokenOf(1), 'page/save', 'page_id=20&page_title=x&page_content=x')).toMatchObject({ error_name: 'levelMissing' })
    for (const n of [2, 3]) expect(await call(aiTokenOf(n), 'item/myList')).toMatchObject({ error_name: 'tokenInvalid' })
    /** What a program that knows the tools of ShowDoc receives for the same token at the same address. */
    const tool = async (token: string, name: string, more = {}) => {
      const params = { name, arguments: { page_id: 20, ...more } }
      const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      return (await product.send({ method: 'POST', url: '/mcp.php', payload, headers })).json()
    }
    for (const n of [0, 1]) {
      const { result } = await tool(aiTokenOf(n), 'get_page')
      expect(JSON.parse(result.content[0].text)).toMatchObject({ page_id: 20, page_title: '<t>' })
    }
    expect(await tool(aiTokenOf(1), 'update_page', { page_content: 'x' })).toMatchObject({ error: { code: -32004 } })
    expect(await tool(aiTokenOf(2), 'get_page')).toMatchObject({ error: { code: -32001 } })
    const notices = await db().selectFrom('notice').select('uid').where('kind', '=', 'tokenMoved').execute()
    expect(notices.map(({ uid }) => uid)).toEqual([2, 2])
  })

  inLater?.('moves comments as threads about whole pages, and who comments where', async () => {
    const comments = await db().selectFrom('page_comment').selectAll().orderBy('comment_id').execute()
    const threads = await db().selectFrom('thread').selectAll().orderBy('thread_id').execute()
    expect(comments).toMatchObject([
      { comment_id: 1, parent_id: 0, username: 'wangwu', content: 'a < b', html: '<p>a &lt; b</p>', addtime: expect.any(Number) },
      { comment_id: 2, parent_id: 1, content: 'a reply' },
      { comment_id: 4, parent_id: 0, content: 'a reply to what is gone' },
    ])
    expect(threads).toMatchObject([
      { kind: 'page', place: 'fixed', replies: 1, last_comment_id: 2, last_time: expect.any(Number) },
      { replies: 0, last_comment_id: 4 },
    ])
    expect(comments.map(({ thread_id }) => thread_id)).toEqual([threads[0]?.thread_id, threads[0]?.thread_id, threads[1]?.thread_id])
    expect(await db().selectFrom('item').select(['comment_from', 'comment_see']).where('item_name', '=', 'Board').execute()).toEqual([
      { comment_from: 2, comment_see: 3 },
    ])
  })

  inLater?.('moves voices with the number of the browser hashed, and items that ask their readers', async () => {
    const voices = await db().selectFrom('page_feedback').selectAll().orderBy('feedback_id').execute()
    expect(voices).toMatchObject([
      { page_id: 20, item_id: 1, uid: 2, client_hash: null, feedback_type: 1, version: 1 },
      { page_id: 20, item_id: 1, uid: null, client_hash: expect.stringMatching(/^[\w-]{43}$/), feedback_type: 2, version: 0 },
    ])
    expect(await db().selectFrom('item').select('item_id').where('feedback_from', '=', 2).execute()).toEqual([{ item_id: 1 }])
    expect(report.asking).toEqual({ count: 1, first: [{ item_id: 1, item_name: 'A & B' }] })
    expect(report.tables.find(({ table }) => table === 'page_feedback')).toMatchObject({ read: 3, written: 2, left: { orphan: 1 } })
    const visitor = await product.visitor().api.feedback.info({ page_id: '20', client_id: 'client_7f3a' })
    expect(visitor).toMatchObject({ feedback_type: '2', figures: { helpful: '1', unhelpful: '1', now_helpful: '1', now_unhelpful: '0' } })
    expect(JSON.stringify(await db().selectFrom('showdoc_left').selectAll().execute())).not.toContain('client_')
  })

  inLater?.('moves subscriptions to pages as what people watch', async () => {
    const watched = await db().selectFrom('watch').selectAll().orderBy('uid').execute()
    const place = { team_id: 0, kind: 'page', subject_id: 20, item_id: 1, page_id: 20, level: 'changes', source: 'showdoc' }
    expect(watched).toMatchObject([
      { ...place, uid: 2 },
      { ...place, uid: 3 },
    ])
    expect(report.tables.find(({ table }) => table === 'subscription')).toMatchObject({
      read: 5,
      written: 2,
      left: { twice: 1, orphan: 1, unknownHere: 1 },
    })
    const client = product.visitor()
    await client.api.user.login({ username: '李四', password: passwords['李四'] as string, v_code: '' })
    expect((await client.api.watch.getList({})).list).toMatchObject([
      { kind: 'page', subject_id: '20', level: 'changes', source: 'showdoc' },
    ])
  })

  inLater?.('proves comments, voices and subscriptions; what people changed here since is no difference', async () => {
    const fine = { changedSince: 0, different: { count: 0 } }
    expect(report).toMatchObject({
      comments: { ...fine, compared: 3, same: 3 },
      voices: { ...fine, compared: 2, same: 2 },
      subscriptions: { ...fine, compared: 3, same: 3 },
    })
    await db().updateTable('page_comment').set({ content: 'other words' }).where('comment_id', '=', 2).execute()
    await db().updateTable('page_comment').set({ content: 'mine', edited_time: 9 }).where('comment_id', '=', 4).execute()
    await db().updateTable('watch').set({ level: 'muted', source: 'own' }).where('uid', '=', 3).execute()
    const verified = await command(['verify-showdoc', source, '--json'], env)
    expect([verified.code, JSON.parse(verified.out)]).toMatchObject([
      1,
      {
        comments: { compared: 2, same: 1, changedSince: 1, different: { count: 1, first: [{ id: 2, here: 2 }] } },
        voices: { compared: 2, same: 2 },
        subscriptions: { compared: 2, same: 2, changedSince: 1 },
      },
    ])
    await db().updateTable('page_comment').set({ content: 'a reply' }).where('comment_id', '=', 2).execute()
  })

  inLater?.('stores rows without a counterpart, and leaves drafts unpublished', async () => {
    const left = await db().selectFrom('showdoc_left').select(['table_name', 'old_id', 'reason', 'body']).orderBy('id').execute()
    const of = (table: string) => left.filter((row) => row.table_name === table).map((row) => [row.reason, JSON.parse(row.body)])
    expect(of('page_comment')).toEqual([
      ['deleted', expect.objectContaining({ content: 'deleted' })],
      ['orphan', expect.objectContaining({ content: 'on no page' })],
    ])
    expect(of('user_ai_token')).toEqual([['unknownHere', expect.not.objectContaining({ token: expect.anything() })]])
    expect(of('page')).toEqual([
      ['orphan', expect.objectContaining({ page_content: 'orphan' })],
      ['draft', expect.objectContaining({ page_content: 'draft' })],
      ['columns', { ext_info: '{"completed":false}' }],
    ])
    expect(of('item_member')).toEqual([
      ['columns', { cat_ids: '10,12' }],
      ['orphan', expect.objectContaining({ cat_id: 99 })],
    ])
    expect(of('item')).toEqual([])
    const client = product.visitor()
    await client.api.user.login({ username: '李四', password: passwords['李四'] as string, v_code: '' })
    expect(await client.api.notice.getList({ notice_type: 'all', count: '10' })).toMatchObject([
      { notice_title: 'wangwu', notice_content: 'page <x> changed', is_read: '1' },
    ])
  })

  it('counts every row, proves every text, and changes nothing when it is repeated', async () => {
    for (const { read, written, here, left } of report.tables)
      expect(written + here + Object.values(left).reduce((sum, n) => sum + n, 0)).toBe(read)
    expect(report.pages).toMatchObject({ compared: isLater ? 9 : 8, changedSince: 0, different: { count: 0 } })
    expect(report.files).toMatchObject({ compared: 3, same: 3 })
    const rows = async () => JSON.stringify(await db().selectFrom('showdoc_move').selectAll().execute())
    const before = await rows()
    const again = await command(['import-showdoc', source], env)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing was written')])
    expect(await rows()).toBe(before)
  })

  it('refuses a second import when ShowDoc has changed since', async () => {
    const changed = aFolder()
    const made = smallShowdoc(changed, version)
    made.run("update page set page_content = 'changed there', addtime = 1800000000 where page_id = 20")
    made.close()
    const result = await command(['import-showdoc', changed], env)
    expect([result.code, result.err]).toEqual([1, expect.stringContaining('was taken over before')])
    const verified = await command(['verify-showdoc', changed, '--json'], env)
    expect([verified.code, JSON.parse(verified.out).pages.different]).toEqual([1, { count: 1, first: [{ id: 20, here: 20 }] }])
    rmSync(changed, { recursive: true })
  })
})

onEachDatabase('import-showdoc into a site with content', (product) => {
  const source = aFolder()
  let report: MoveReport
  const db = () => product.server.services.store.db
  const AT = 1_600_000_000

  beforeAll(async () => {
    smallShowdoc(source, '2.9').close()
    const user = {
      name: '',
      password_hash: '',
      email: '',
      email_key: null,
      email_verify: 0,
      groupid: 2,
      avatar: '',
      reg_time: AT,
      last_login_time: AT,
      is_disabled: 0,
    }
    await db()
      .insertInto('user')
      .values({ ...user, uid: 2, username: 'wangwu', username_key: 'wangwu' })
      .execute()
    const item = {
      item_name: 'ours',
      item_description: '',
      item_domain: 'shop',
      domain_key: 'shop',
      item_type: 1,
      uid: 2,
      password_hash: '',
      password_stamp: '',
      is_archived: 0,
      is_del: 0,
      del_time: 0,
      addtime: AT,
      last_update_time: AT,
      global_param: '',
    }
    await db()
      .insertInto('item')
      .values({ ...item, item_id: 1 })
      .execute()
    const page = {
      item_id: 1,
      cat_id: 0,
      page_title: 'ours',
      page_content: 'ours',
      page_comments: '',
      s_number: 1,
      author_uid: 2,
      author_username: 'wangwu',
      creator_uid: 2,
      addtime: AT,
      created: AT,
      method: '',
    }
    await db()
      .insertInto('page')
      .values([
        { ...page, page_id: 20 },
        { ...page, page_id: 500 },
      ])
      .execute()
    await db()
      .insertInto('catalog')
      .values({ cat_id: 10, item_id: 1, parent_cat_id: 0, level: 2, cat_name: 'ours', s_number: 1, addtime: AT })
      .execute()
    await db()
      .insertInto('page_history')
      .values({
        page_history_id: 33,
        page_id: 20,
        item_id: 1,
        cat_id: 0,
        page_title: 'ours',
        page_content: Buffer.from([3, 0]),
        base_id: null,
        page_comments: '',
        s_number: 1,
        author_uid: 2,
        author_username: '',
        addtime: AT,
      })
      .execute()
    await db()
      .insertInto('item_key')
      .values({ item_id: 1, api_key: 'apikey1', api_token: 'ours', addtime: AT, last_check_time: 0 })
      .execute()
    await db().insertInto('site_config').values({ name: 'register_open', value: '1' }).execute()
    const result = await command(['import-showdoc', source, '--json'], settingsOf(product))
    expect([result.code, withoutProgress(result.err)]).toEqual([0, []])
    report = JSON.parse(result.out) as MoveReport
  })
  afterAll(() => rmSync(source, { recursive: true, force: true }))

  it('does not change existing rows', async () => {
    expect(await db().selectFrom('item').select('item_name').where('item_id', '=', 1).execute()).toEqual([{ item_name: 'ours' }])
    expect(await db().selectFrom('page').select('page_content').where('page_id', 'in', [20, 500]).execute()).toEqual([
      { page_content: 'ours' },
      { page_content: 'ours' },
    ])
    expect(await db().selectFrom('site_config').select('value').where('name', '=', 'register_open').execute()).toEqual([{ value: '1' }])
    expect(await db().selectFrom('item_key').select('api_token').where('item_id', '=', 1).execute()).toEqual([{ api_token: 'ours' }])
  })

  it('changes an id only when it is taken, and reports it', async () => {
    const { rows } = { rows: report.ids.first }
    expect(rows.map(({ table, from }) => `${table} ${from}`)).toEqual(
      expect.arrayContaining(['catalog 10', 'item 1', 'page 20', 'user 1', 'user 2']),
    )
    const idOf = (table: string, from: number) => rows.find((row) => row.table === table && row.from === from)?.to ?? 0
    const item_id = idOf('item', 1)
    expect(await db().selectFrom('item').select(['item_name', 'item_domain']).where('item_id', '=', item_id).execute()).toEqual([
      { item_name: 'A & B', item_domain: '' },
    ])
    const moved = await db()
      .selectFrom('page')
      .select(['item_id', 'cat_id', 'page_content', 'author_uid'])
      .where('page_id', '=', idOf('page', 20))
      .execute()
    expect(moved).toEqual([{ item_id, cat_id: idOf('catalog', 10), page_content: RAW, author_uid: idOf('user', 2) }])
    expect(await db().selectFrom('page').select('item_id').where('page_id', '=', 21).execute()).toEqual([{ item_id: 2 }])
    expect(await db().selectFrom('catalog').select('parent_cat_id').where('cat_id', '=', 12).execute()).toEqual([
      { parent_cat_id: idOf('catalog', 10) },
    ])
    const versions = await db()
      .selectFrom('page_history')
      .select(['page_history_id', 'addtime'])
      .where('page_id', '=', idOf('page', 20))
      .orderBy('page_history_id')
      .execute()
    expect(versions.map((state) => state.addtime)).toEqual([...versions.map((state) => state.addtime)].sort())
    expect([versions.length, report.versions.different.count, report.versions.compared]).toEqual([4, 0, 4])
    expect(report.renamed.first).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ from: 'wangwu', to: 'wangwu-2' }),
        expect.objectContaining({ table: 'item', from: 'shop', to: '' }),
      ]),
    )
    expect(report.warnings).toContain('linksLeadElsewhere')
    expect(tableIn(report, 'item_token')?.left).toEqual({ taken: 1 })
    expect(tableIn(report, 'options')?.left).toMatchObject({ ours: 1 })
  })

  it('assigns ids above the imported ones to new rows', async () => {
    const alice = await product.user('alice')
    const page = await alice.api.item
      .add({ item_name: 'New', item_type: '1', item_description: '', item_domain: '', password: '', copy_item_id: '0' })
      .then(({ item_id }) => alice.api.page.save({ item_id, page_title: 'new', page_content: 'x', cat_id: '0' }))
    expect(Number(page.page_id)).toBeGreaterThan(500)
    expect((await command(['verify-showdoc', source], settingsOf(product))).code).toBe(0)
  })
})

describe.each(['sqlite', 'postgres'])('import-showdoc on %s', (kind) => {
  it('merges accounts with the same user name with --same-people', async () => {
    const source = aFolder()
    smallShowdoc(source, '2.9').close()
    const env = await anEmptyPlace(kind)
    const existingSite = await serverOn({ ...env, ADMIN_USERNAME: 'showdoc', ADMIN_PASSWORD: 'admin-password-1' })
    await existingSite.close()
    const result = await command(['import-showdoc', source, '--same-people', '--json'], env)
    const report = JSON.parse(result.out) as MoveReport
    expect(tableIn(report, 'user')).toMatchObject({ read: 7, written: 6, here: 1 })
    const product = await serverOn(env)
    const client = product.visitor()
    await client.api.user.login({ username: 'showdoc', password: 'admin-password-1', v_code: '' })
    expect((await client.api.item.detail({ item_id: '2' })).item_name).toBe('Private')
    expect(report.warnings).not.toContain('defaultPassword')
    await product.close()
    rmSync(source, { recursive: true, force: true })
  })

  it('reads the write-ahead log of a database in use, and writes nothing next to it', async () => {
    const source = aFolder()
    const made = smallShowdoc(source, '2.9', ['journal_mode = WAL', 'wal_autocheckpoint = 0'])
    const before = stateOf(source)
    expect(before.some((line) => line.includes('-wal '))).toBe(true)
    const result = await command(['import-showdoc', source, '--json'], await anEmptyPlace(kind))
    expect([result.code, JSON.parse(result.out).pages.compared]).toEqual([0, 8])
    expect(stateOf(source)).toEqual(before)
    made.close()
    rmSync(source, { recursive: true, force: true })
  })
})

describe('import-showdoc', () => {
  it('reports in one line that a folder is not a ShowDoc, and leaves nothing behind', async () => {
    const env = await anEmptyPlace('sqlite')
    const folder = aFolder()
    expect(await command(['import-showdoc'], env)).toMatchObject({ code: 2 })
    expect(await command(['import-showdoc', join(folder, 'nowhere')], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no ShowDoc in'),
    })
    expect(await command(['import-showdoc', folder], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no ShowDoc in'),
    })
    writeFileSync(join(folder, 'showdoc.db.php'), 'no database at all, but a text that is long enough to be one'.repeat(100))
    expect(await command(['import-showdoc', folder], env)).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') })
    expect(await command(['verify-showdoc', folder], env)).toMatchObject({ code: 1 })
    for (const name of ['showdoc', 'tmp']) expect(readdirSync(join(env['DATA_DIR'] as string, name))).toEqual([])
    rmSync(folder, { recursive: true })
  })

  it('S93: imports no file from outside of the uploads folder, even if a row references one', async () => {
    const source = aFolder()
    const made = smallShowdoc(source, '2.9')
    made.run("update upload_file set real_url = 'http://x/Public/Uploads/../../Sqlite/showdoc.db.php' where file_id = 1")
    made.run("update upload_file set real_url = 'http://x/Public/Uploads/%2e%2e/%2e%2e/Sqlite/showdoc.db.php' where file_id = 3")
    made.run("update upload_file set real_url = 'http://x/Public/Uploads/link.txt' where file_id = 4")
    made.close()
    symlinkSync('/etc/passwd', join(source, 'Public', 'Uploads', 'link.txt'))
    const env = await anEmptyPlace('sqlite')
    const report = JSON.parse((await command(['import-showdoc', source, '--json'], env)).out) as MoveReport
    expect(tableIn(report, 'upload_file')).toMatchObject({ written: 0, left: { fileElsewhere: 3, fileMissing: 1, quarantined: 1 } })
    expect(readdirSync(env['DATA_DIR'] as string).sort()).toEqual(['files', 'sheaf.db', 'showdoc', 'tmp'])
    rmSync(source, { recursive: true })
  })
})
