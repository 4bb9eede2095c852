import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { later } from '../test/clock.ts'
import { aCatalog, aFile, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { removeAuditBefore } from './audit.store.ts'

onEachDatabase('the audit log', (product) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
  })
  const db = () => product.server.services.store.db
  beforeEach(async () => void (await db().deleteFrom('audit').execute()))

  const log = () => product.admin.api.adminLog
  const entries = async (wanted: Record<string, string> = {}) => (await log().getList({ ...wanted, page: '1', count: '1000' })).list
  /** Username, action, subject and detail of each entry, oldest first. */
  const logged = async () => (await entries()).map((row) => [row.username, row.action, row.subject, row.detail]).reverse()

  it('records logins and failed logins with their address, but no unknown username', async () => {
    const logIn = (username: string, password: string) => product.visitor().api.user.login({ username, password, v_code: '' })
    await logIn(bob.username, PASSWORD)
    await areRefused([logIn(bob.username, 'wrong horse 9')], 10204)
    await areRefused([logIn('my-secret-password-9', 'x')], 10204)
    await product.register('carol')
    expect((await logged()).map(([who, what]) => [who?.replace(/\d+$/, ''), what])).toEqual([
      ['bob', 'login'],
      ['bob', 'loginFailed'],
      ['', 'loginFailed'],
      ['carol', 'register'],
    ])
    expect((await entries())[0]).toMatchObject({ address: '127.0.0.1', addtime: expect.stringMatching(/^\d{4}-/) })
    expect(JSON.stringify(await entries())).not.toContain('secret-password')
  })

  it('records every change of rights with its author', async () => {
    const item_id = await anItem(alice, { item_name: 'Manual' })
    const { item_member_id } = await alice.api.member.save({ item_id, username: bob.username, member_group_id: '1' })
    await alice.api.member.update({ item_id, item_member_id, member_group_id: '0' })
    await alice.api.member.delete({ item_id, item_member_id })
    const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Crew' })
    const { id } = await alice.api.teamMember.save({ team_id, member_username: bob.username })
    const binding = await alice.api.teamItem.save({ team_id, item_id })
    const [right] = await alice.api.teamItemMember.getList({ item_id, team_id })
    await alice.api.teamItemMember.save({ id: right?.id as string, member_group_id: '0' })
    await alice.api.teamItemMember.saveAll({ item_id, team_id, member_group_id: '1' })
    await alice.api.teamItem.delete({ id: binding.id })
    await alice.api.teamMember.delete({ id })
    await alice.api.item.update({ item_id, item_name: 'Manual', password: 'sesame' })
    await alice.api.item.update({ item_id, item_name: 'Manual', password: '' })
    await alice.api.item.resetKey({ item_id })
    const page_id = await aPage(alice, item_id, { page_title: 'Start' })
    // A repeated request changes nothing.
    for (const isCreateSiglePage of ['true', 'true', 'false', 'false'])
      await alice.api.page.createSinglePage({ page_id, isCreateSiglePage })
    const who = bob.username
    expect(await logged()).toEqual(
      [
        ['memberAdded', 'Manual', `${who} (1)`],
        ['memberChanged', 'Manual', `${who} (0)`],
        ['memberRemoved', 'Manual', who],
        ['teamMemberAdded', 'Crew', who],
        ['teamBound', 'Manual', 'Crew'],
        ['memberChanged', 'Manual', `${who} (0)`],
        ['memberChanged', 'Manual', `${who} (1)`],
        ['teamUnbound', 'Manual', 'Crew'],
        ['teamMemberRemoved', 'Crew', who],
        ['visitPassword', 'Manual', ''],
        ['itemOpened', 'Manual', ''],
        ['keyReset', 'Manual', ''],
        ['pageOpened', 'Start', 'Manual'],
        ['pageClosed', 'Start', 'Manual'],
      ].map((row) => [alice.username, ...row]),
    )
  })

  it('records the link of a page once for requests at once, and its end if it was made meanwhile', async () => {
    const page_id = await aPage(alice, await anItem(alice, { item_name: 'Manual' }), { page_title: 'Start' })
    const link = (isCreateSiglePage: string) => alice.api.page.createSinglePage({ page_id, isCreateSiglePage })
    await Promise.all(Array.from({ length: 4 }, () => link('true')))
    await link('false')
    const { store } = product.server.services
    const write = vi.spyOn(store, 'write').mockImplementationOnce(async (run) => {
      write.mockRestore()
      await link('true')
      return store.write(run)
    })
    await link('false')
    expect((await alice.api.page.info({ page_id })).unique_key).toBe('')
    expect((await logged()).map(([, action]) => action)).toEqual(['pageOpened', 'pageClosed', 'pageOpened', 'pageClosed'])
  })

  it('records exports and a changed address, which opens the account by a mail', async () => {
    const item_id = await anItem(alice, { item_name: 'Manual' })
    await aPage(alice, item_id)
    for (const kind of ['markdown', 'word', 'html'])
      await product.send({ url: `/api/export/${kind}?item_id=${item_id}`, headers: alice.headers })
    // The second one changes nothing.
    for (let n = 0; n < 2; n++) await alice.api.user.updateEmail({ email: `${alice.username}@example.test`, password: PASSWORD })
    expect(await logged()).toEqual(
      [
        ['itemExported', 'Manual', 'markdown'],
        ['itemExported', 'Manual', 'docx'],
        ['itemExported', 'Manual', 'html'],
        ['emailChanged', '', ''],
      ].map((row) => [alice.username, ...row]),
    )
  })

  it('records deletions, archiving and transfers', async () => {
    const [item_id, gone] = [await anItem(alice, { item_name: 'Manual' }), await anItem(alice, { item_name: 'Gone' })]
    const cat_id = await aCatalog(alice, item_id, 'Chapter')
    const page_id = await aPage(alice, item_id, { page_title: 'Start' })
    await aFile(product, item_id, Buffer.from('x'), { owner: alice, page_id, name: 'a.txt' })
    await aFile(product, '0', Buffer.from('x'), { owner: alice, name: 'b.txt' })
    const files = (await alice.api.attachment.getMyList({ attachment_type: '-1' })).list.map((file) => file.file_id)
    await alice.api.page.deleteUploadFile({ file_id: files[1] as string, page_id })
    await product.admin.api.attachment.deleteAttachment({ file_id: files[0] as string })
    await alice.api.page.delete({ page_id })
    await alice.api.catalog.delete({ item_id, cat_id })
    await alice.api.item.archive({ item_id: gone, password: PASSWORD })
    await alice.api.item.delete({ item_id: gone, password: PASSWORD })
    await alice.api.item.attorn({ item_id, username: bob.username, password: PASSWORD })
    await product.admin.api.adminItem.attorn({ item_id, username: alice.username })
    await product.admin.api.adminItem.deleteItem({ item_id })
    const by = (one: TestUser, ...rows: string[][]) => rows.map((row) => [one.username, ...row])
    expect(await logged()).toEqual([
      ...by(alice, ['fileDeleted', 'a.txt', 'Start']),
      ...by(product.admin, ['fileDeleted', 'b.txt', '']),
      ...by(alice, ['pageDeleted', 'Start', 'Manual'], ['catalogDeleted', 'Chapter', 'Manual']),
      ...by(alice, ['itemArchived', 'Gone', ''], ['itemDeleted', 'Gone', ''], ['itemTransferred', 'Manual', bob.username]),
      ...by(product.admin, ['itemTransferred', 'Manual', alice.username], ['itemDeleted', 'Manual', '']),
    ])
  })

  it('records what administrators change in accounts and site settings', async () => {
    const { adminUser, adminSetting, adminNotice } = product.admin.api
    const carol = await product.register('carol')
    const { uid } = carol
    await db().deleteFrom('audit').execute()
    await adminUser.addUser({ username: `new${uid}`, password: PASSWORD })
    await adminUser.addUser({ uid, username: '', password: 'another horse 8', name: 'Carol C.' })
    for (const change of [{ groupid: '1' }, { groupid: '2' }, { is_disabled: '1' }, { is_disabled: '0' }, { name: 'Carol C.' }])
      await adminUser.update({ uid, ...change })
    await adminUser.endSessions({ uid })
    await adminUser.deleteUser({ uid })
    await adminSetting.saveConfig({ register_open: '1', draft_seconds: '31', oss_setting: '{"secret":"hush"}' })
    await adminSetting.saveConfig({ draft_seconds: '31' })
    await adminSetting.saveOauth2Config({ oauth2_open: '0', oauth2_form: '{"host":"sso"}' })
    await adminSetting.resetLoginSecretKey({})
    await adminNotice.send({ notice_title: 'Tonight' })
    await db().deleteFrom('site_config').execute()
    const name = carol.username
    expect((await logged()).map((row) => row.slice(1))).toEqual([
      ['userAdded', `new${uid}`, ''],
      ['userRenamed', name, 'Carol C.'],
      ...['userPassword', 'userPromoted', 'userDemoted', 'userDisabled', 'userEnabled', 'sessionsEnded', 'userDeleted'].map((what) => [
        what,
        name,
        '',
      ]),
      ['settingsChanged', 'draft_seconds, oss_setting', ''],
      ['oauth2Changed', 'sso', 'off'],
      ['secretKeyReset', '', ''],
      ['noticeSent', 'Tonight', ''],
    ])
  })

  it('records nothing for refused calls', async () => {
    const item_id = await anItem(alice)
    await areRefused([alice.api.item.delete({ item_id, password: 'wrong horse 9' })], 10208)
    await areRefused([alice.api.item.attorn({ item_id, username: 'ghost', password: PASSWORD })], 10209)
    await areRefused([product.admin.api.adminUser.deleteUser({ uid: alice.uid })], 10101)
    expect(await logged()).toEqual([])
  })

  it('filters by user, action, group of actions, text and day', async () => {
    const undo = later(product, -3 * 86_400)
    await anItem(alice, { item_name: 'Old 50%' }).then((item_id) => alice.api.item.delete({ item_id, password: PASSWORD }))
    undo()
    const item_id = await anItem(alice, { item_name: 'New' })
    await alice.api.item.attorn({ item_id, username: bob.username, password: PASSWORD })
    const names = async (wanted: Record<string, string>) => (await entries(wanted)).map((row) => row.subject)
    expect(await names({})).toEqual(['New', 'Old 50%'])
    expect(await names({ username: bob.username })).toEqual([])
    expect(await names({ username: alice.username, action: 'itemDeleted' })).toEqual(['Old 50%'])
    expect(await names({ action: 'transfers' })).toEqual(['New'])
    expect(await names({ action: 'constructor' })).toEqual([])
    expect([await names({ subject: '0%' }), await names({ subject: '0_' }), await names({ subject: 'bob' })]).toEqual([
      ['Old 50%'],
      [],
      ['New'],
    ])
    const day = (back: number) => new Date((product.server.services.now() - back * 86_400) * 1000).toISOString().slice(0, 10)
    expect([await names({ from: day(0) }), await names({ until: day(1) }), await names({ from: day(3), until: day(0) })]).toEqual([
      ['New'],
      ['Old 50%'],
      ['New', 'Old 50%'],
    ])
    await areRefused([log().getList({ from: 'yesterday' }), log().getList({ until: '2026-13-01' })], 10101)
    expect(await log().getList({ page: '2', count: '1' })).toMatchObject({ total: '2', list: [{ subject: 'Old 50%' }] })
  })

  it('S73: exports a CSV file in which no cell is a formula', async () => {
    const item_id = await anItem(alice, { item_name: '=HYPERLINK("x")' })
    await alice.api.item.delete({ item_id, password: PASSWORD })
    const { addtime } = (await entries())[0] ?? { addtime: '' }
    const get = (one: TestUser, query = '') => product.send({ url: `/api/adminLog/export${query}`, headers: one.headers })
    const reply = await get(product.admin, '?action=deletions')
    expect(reply.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="sheaf-log-\d{4}-\d\d-\d\d\.csv"$/)
    expect(reply.body).toBe(
      `\uFEFF"time","user","action","subject","detail","address"\r\n"${addtime}","${alice.username}","itemDeleted","'=HYPERLINK(""x"")","","127.0.0.1"\r\n`,
    )
    expect((await logged()).at(-1)).toEqual(['admin', 'logExported', '', ''])
    expect((await get(alice)).json()).toMatchObject({ error_code: 10103 })
  })

  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1'])('S73: exports %j as text', async (subject) => {
    const row = { uid: null, username: '', action: 'itemRestored', subject, detail: subject, address: '', addtime: 1 }
    await db().insertInto('audit').values(row).execute()
    const { body } = await product.send({ url: '/api/adminLog/export?action=itemRestored', headers: product.admin.headers })
    expect(body).toContain(`,"'${subject}","'${subject}",`)
  })

  it('exports a log of any length in batches', async () => {
    const row = { uid: null, username: '', action: 'login', detail: '', address: '', addtime: 1 }
    const rows = Array.from({ length: 400 }, (_, n) => ({ ...row, subject: `${n}` }))
    for (let n = 0; n < 3; n++) await db().insertInto('audit').values(rows).execute()
    const { body } = await product.send({ url: '/api/adminLog/export?action=login', headers: product.admin.headers })
    expect(body.split('\r\n')).toHaveLength(1202)
  })

  it('deletes old entries in short steps: a site that keeps less than before has years of them', async () => {
    const row = { uid: null, username: '', action: 'login', subject: '', detail: '', address: '' }
    const rows = (addtime: number) => Array.from({ length: 400 }, () => ({ ...row, addtime }))
    for (const addtime of [1, 2, 3, 10]) await db().insertInto('audit').values(rows(addtime)).execute()
    const { store } = product.server.services
    const steps = vi.spyOn(store, 'write')
    await removeAuditBefore(store, 10, {})
    expect(steps.mock.calls).toHaveLength(3)
    steps.mockRestore()
    expect(await db().selectFrom('audit').select('addtime').distinct().execute()).toEqual([{ addtime: 10 }])
  })
})
