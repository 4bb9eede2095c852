import { beforeEach, expect, it, vi } from 'vitest'
import { tidy } from '../retention/retention.ts'
import { aMember, anItem, aPage, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

onEachDatabase('user administration', (product) => {
  let bob: TestUser
  beforeEach(async () => {
    bob = await product.user('bob')
  })
  const admin = () => product.admin.api.adminUser
  const db = () => product.server.services.store.db
  const rowsOf = async (username: string, more: Record<string, string> = {}) => (await admin().getList({ username, ...more })).users
  const rowOf = async (one: TestUser) => (await rowsOf(one.username))[0]
  const logIn = (username: string, password: string) => product.visitor().api.user.login({ username, password, v_code: '' })
  async function secondAdministrator() {
    const other = await product.user('second')
    await admin().update({ uid: other.uid, groupid: '1' })
    return other
  }

  it('lists and finds users by any name, in pages, without secrets', async () => {
    await bob.api.user.updateInfo({ name: 'Bob 100%' })
    await anItem(bob)
    const row = await rowOf(bob)
    expect(row).toMatchObject({ uid: bob.uid, username: bob.username, name: 'Bob 100%', groupid: '2', is_disabled: '0', items: '1' })
    expect(Object.keys(row as object).filter((key) => /password|token|hash|key/.test(key))).toEqual([])
    expect(await rowsOf('100%')).toHaveLength(1)
    expect(await rowsOf('%')).toHaveLength(1)
    expect(await rowsOf('_')).toEqual([])
    expect((await rowsOf('', { role: '1' })).map((one) => one.username)).toEqual(['admin'])
    const { users, total } = await admin().getList({ username: '', page: '1', count: '1' })
    expect([users.length, total > 1]).toEqual([1, true])
  })

  it('notifies a user whose tokens end with a new password, in both languages', async () => {
    const [new_password, anna] = ['another horse 8', await product.user('anna')]
    for (const name of ['CI', 'Two', 'Three', 'Four', 'Five', 'Six']) await anna.api.token.save({ name, level: '1', days: '30' })
    await admin().changePassword({ uid: anna.uid, new_password })
    const notices = async (who: TestUser, lang: string) => {
      const again = product.visitor()
      await again.api.user.login({ username: who.username, password: new_password, v_code: '' })
      again.headers['cookie'] += `; lang=${lang}`
      return (await again.api.notice.getList({ notice_type: 'all' })).map(({ notice_title, notice_content }) => [
        notice_title,
        notice_content,
      ])
    }
    expect(await notices(anna, 'en')).toEqual([
      [
        'Your password was replaced',
        'admin, an administrator, set a new password for your account, which revoked the access of “CI”, “Two”, “Three”, “Four”, “Five”, and 1 more. Create or connect them again if you use them.',
      ],
    ])
    expect(await notices(anna, 'zh-CN')).toEqual([
      [
        '您的密码已被重设',
        '管理员 admin 为您的账号设置了新密码，“CI”、“Two”、“Three”、“Four”、“Five”等 6 个程序的访问权限随之撤销。如仍需使用，请重新创建或连接。',
      ],
    ])
    await admin().changePassword({ uid: bob.uid, new_password })
    expect(await notices(bob, 'en')).toEqual([
      ['Your password was replaced', 'admin, an administrator, set a new password for your account.'],
    ])
  })

  it('S77: limits the page size and ignores invalid numbers', async () => {
    const rows = (count: string, page = '1') => rowsOf('', { count, page })
    const all = (await admin().getList({ username: '' })).total
    for (const count of ['0', '-1', 'ten', '1e9', '']) expect(await rows(count)).toHaveLength(Math.min(20, all))
    expect(await rows('1000000000')).toHaveLength(all)
    expect(await rows('5', '999999999999')).toEqual([])
    expect(await rows('1', '-3')).toEqual(await rows('1', '1'))
  })

  it('S03: creates a user with a valid name and password, and refuses a duplicate', async () => {
    const username = `clerk${bob.uid}`
    await areRefused(
      [
        admin().addUser({ username, password: 'short77' }),
        admin().addUser({ username, password: '' }),
        admin().addUser({ username, password: 'password1' }),
        admin().addUser({ username: '', password: PASSWORD }),
        admin().addUser({ username: 'a\u200bb', password: PASSWORD }),
        admin().addUser({ username: bob.username.toUpperCase(), password: PASSWORD }),
      ],
      10101,
    )
    expect(await admin().addUser({ username, password: PASSWORD, name: 'Clerk' })).toBeNull()
    expect((await rowsOf(username))[0]).toMatchObject({ name: 'Clerk', groupid: '2', last_login_time: '', sessions: '0' })
    await logIn(username, PASSWORD)
    expect((await rowsOf(username))[0]).toMatchObject({ last_login_time: expect.stringMatching(/^\d{4}-/), sessions: '1' })
  })

  it('S10: concurrent requests create one user', async () => {
    const make = () => admin().addUser({ username: `twin${bob.uid}`, password: PASSWORD })
    const ends = await Promise.allSettled([make(), make(), make()])
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
  })

  it('S22: a new password ends every session and every mailed link; an empty field changes nothing', async () => {
    await db()
      .insertInto('reset_token')
      .values({ uid: Number(bob.uid), email: 'b@example.test', token_hash: `reset ${bob.uid}`, until: 9e9 })
      .execute()
    expect(await admin().addUser({ uid: bob.uid, username: 'ignored', name: 'Robert' })).toEqual([])
    expect(await bob.api.user.info({})).toMatchObject({ name: 'Robert', username: bob.username })
    await admin().addUser({ uid: bob.uid, username: '', password: 'another horse 8', name: '' })
    await areRefused([bob.api.user.info({})], 10102)
    await areRefused([logIn(bob.username, PASSWORD)], 10204)
    expect(await logIn(bob.username, 'another horse 8')).toMatchObject({ name: 'Robert' })
    expect(await db().selectFrom('reset_token').select('id').where('uid', '=', Number(bob.uid)).execute()).toEqual([])
    expect(await admin().changePassword({ uid: bob.uid, new_password: 'third horse 88' })).toBe(1)
    await areRefused([admin().changePassword({ uid: bob.uid, new_password: '' })], 10101)
    await logIn(bob.username, 'third horse 88')
  })

  it('S11: refuses to change the administrator’s own password, which needs the current one', async () => {
    const own = { uid: product.admin.uid, username: 'admin', password: 'another horse 8' }
    await areRefused([admin().addUser(own), admin().changePassword({ uid: own.uid, new_password: own.password })], 10101, 'current one')
    await admin().addUser({ uid: product.admin.uid, username: 'admin', name: 'Root' })
    expect(await product.admin.api.user.info({})).toMatchObject({ name: 'Root' })
  })

  it('S24: counts and ends all sessions of a user; administrators keep their current one', async () => {
    await logIn(bob.username, PASSWORD)
    expect(await rowOf(bob)).toMatchObject({ sessions: '2' })
    expect(await admin().endSessions({ uid: bob.uid })).toBe(2)
    await areRefused([bob.api.user.info({})], 10102)
    await logIn('admin', product.admin.password)
    expect(await admin().endSessions({ uid: product.admin.uid })).toBeGreaterThan(0)
    expect(await rowOf(product.admin)).toMatchObject({ sessions: '1' })
  })

  it('S16: a disabled user is signed out immediately and can sign in once enabled', async () => {
    await admin().update({ uid: bob.uid, is_disabled: '1' })
    await areRefused([bob.api.user.info({})], 10102)
    await areRefused([logIn(bob.username, PASSWORD)], 10204)
    expect((await rowsOf(bob.username, { role: 'disabled' })).length).toBe(1)
    await admin().update({ uid: bob.uid, is_disabled: '0' })
    await logIn(bob.username, PASSWORD)
  })

  it('S48: the last administrator can be neither demoted, deleted nor disabled', async () => {
    await areRefused([admin().update({ uid: product.admin.uid, groupid: '2' })], 10101, 'last administrator')
    await areRefused([admin().update({ uid: product.admin.uid, is_disabled: '1' })], 10101, 'own account')
    await areRefused([admin().deleteUser({ uid: product.admin.uid })], 10101, 'administrator')
    const other = await secondAdministrator()
    expect(await other.api.adminUser.getList({ username: '' })).toMatchObject({ total: expect.any(Number) })
    await areRefused([admin().deleteUser({ uid: other.uid })], 10101, 'administrator')
    // Two administrators demote each other concurrently: one of them stays.
    const ends = await Promise.allSettled([
      admin().update({ uid: other.uid, groupid: '2' }),
      other.api.adminUser.update({ uid: product.admin.uid, groupid: '2' }),
    ])
    expect((await db().selectFrom('user').select('uid').where('groupid', '=', 1).execute()).length).toBeGreaterThan(0)
    await db().updateTable('user').set({ groupid: 1 }).where('uid', '=', Number(product.admin.uid)).execute()
    await admin().update({ uid: other.uid, groupid: '2' })
    expect(ends.some((end) => end.status === 'fulfilled')).toBe(true)
    await areRefused([other.api.adminUser.getList({ username: '' })], 10103)
    await areRefused([admin().update({ uid: bob.uid, groupid: '3' }), admin().update({ uid: bob.uid, groupid: '0' })], 10101)
  })

  it('removes thousands of notices of a deleted user in short transactions, and none of a user who owns items', async () => {
    const { store } = product.server.services
    const notice = { uid: Number(bob.uid), kind: 'message', notice_title: 't', notice_content: '', from_uid: 1, from_name: 'admin' }
    const rows = Array.from({ length: 400 }, () => ({ ...notice, item_id: 0, page_id: 0, notice_time: 5 }))
    for (let n = 0; n < 3; n++) await db().insertInto('notice').values(rows).execute()
    const left = async () => (await db().selectFrom('notice').select('notice_id').where('uid', '=', notice.uid).execute()).length
    const item_id = await anItem(bob)
    await areRefused([admin().deleteUser({ uid: bob.uid })], 10101, '(1)')
    expect(await left()).toBe(1200)
    await bob.api.item.delete({ item_id, password: PASSWORD })
    const steps: number[] = []
    const write = store.write.bind(store)
    const spy = vi.spyOn(store, 'write').mockImplementation(async (work) => {
      const result = await write(work)
      steps.push(await left())
      return result
    })
    await admin()
      .deleteUser({ uid: bob.uid })
      .finally(() => spy.mockRestore())
    expect(steps.slice(0, 3)).toEqual([700, 200, 0])
    expect(await left()).toBe(0)
  })

  it('leaves the notices of a user whose deletion is refused at its last check, and removes later what a killed server has left', async () => {
    const { services } = product.server
    const { store } = services
    const row = { kind: 'message', notice_title: 't', notice_content: '', from_uid: 1, from_name: 'admin' }
    const rowOf = (uid: string | number) => ({ ...row, uid: Number(uid), item_id: 0, page_id: 0, notice_time: 5 })
    const gone = 987_654_321
    await db()
      .insertInto('notice')
      .values([rowOf(bob.uid), rowOf(gone), rowOf(gone)])
      .execute()
    const left = async (uid: string | number) =>
      (await db().selectFrom('notice').select('notice_id').where('uid', '=', Number(uid)).execute()).length
    const transaction = store.db.transaction.bind(store.db)
    vi.spyOn(store.db, 'transaction').mockImplementationOnce(() => {
      const made = transaction()
      const { execute } = made
      made.execute = async (work) => {
        await anItem(bob)
        return execute.call(made, work) as never
      }
      return made
    })
    await areRefused([admin().deleteUser({ uid: bob.uid })], 10101, '(1)')
    expect(await left(bob.uid)).toBe(1)
    await tidy(services)
    expect([await left(bob.uid), await left(gone)]).toEqual([1, 0])
  })

  it('S16: a deleted user leaves their pages and loses all rights', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    await aMember(product, item_id, bob)
    await aTeamMember(product, item_id, bob)
    const page_id = await aPage(bob, item_id)
    const own = await anItem(bob)
    const { id: team_id } = await bob.api.team.save({ id: '', team_name: 'Crew' })
    await areRefused([admin().deleteUser({ uid: bob.uid })], 10101, '(1)')
    await bob.api.item.delete({ item_id: own, password: PASSWORD })
    expect(await admin().deleteUser({ uid: bob.uid })).toBe(1)
    await areRefused([bob.api.item.myList({})], 10102)
    await areRefused([logIn(bob.username, PASSWORD)], 10204)
    await areRefused([admin().deleteUser({ uid: bob.uid }), admin().update({ uid: bob.uid, name: 'x' })], 10101)
    expect(await rowsOf(bob.username)).toEqual([])
    expect(await alice.api.page.info({ page_id })).toMatchObject({ author_username: bob.username })
    expect(await alice.api.member.getList({ item_id })).toEqual([])
    for (const table of ['session', 'item_member', 'notice', 'template'] as const)
      expect(await db().selectFrom(table).select('uid').where('uid', '=', Number(bob.uid)).execute()).toEqual([])
    // The administrator takes over the teams, because a team without an owner could never be changed.
    expect((await product.admin.api.team.getList({})).map((team) => team.id)).toContain(team_id)
  })
})
