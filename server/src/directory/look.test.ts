import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Services } from '../context.ts'
import { directoryUsersNamed } from '../ldap/directory.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { countQueries } from '../test/queries.ts'
import { type DirectoryServer, GROUPS_DN, hasSlapd, startSlapd, USERS_DN } from '../test/servers/slapd.ts'
import { link as linkIdentity } from '../user/outside/identity.store.ts'
import { insertUser } from '../user/user.store.ts'
import { beginLook, lookEachNight } from './look.service.ts'

const dn = (cn: string) => `cn=${cn},${GROUPS_DN}`
const user = (uid: string) => `uid=${uid},${USERS_DN}`
const people = Array.from({ length: 210 }, (_, n) => `p${n + 1}`)
const some = (count: number) => people.slice(0, count)
/** Whose searches the directory answers with eight entries at most. */
const LIMITED = { bind_dn: user('p210'), bind_password: 'hush-hush-p210' }

describe.skipIf(!hasSlapd)('with a real directory (needs slapd)', () => {
  let slapd: DirectoryServer
  const person = (uid: string) => ({ objectClass: ['inetOrgPerson'], uid, cn: uid, sn: uid, userPassword: `hush-hush-${uid}` })
  beforeAll(async () => {
    const limits = `limits dn.exact="${LIMITED.bind_dn}" size.soft=8 size.hard=8 size.prtotal=8`
    slapd = await startSlapd(
      people.map((uid) => ({ uid, cn: uid, password: `hush-hush-${uid}` })),
      '',
      limits,
    )
    await slapd.asRoot((client) =>
      client.add(dn('writers'), { objectClass: ['groupOfNames'], cn: 'writers', member: [user('p1'), user('p2')] }),
    )
  })
  afterAll(() => slapd.stop())
  const change = (operation: 'add' | 'delete', uid: string) =>
    slapd.asRoot((client) =>
      client.modify(dn('writers'), new Change({ operation, modification: new Attribute({ type: 'member', values: [user(uid)] }) })),
    )
  /** Takes entries out of the directory while `work` runs. They come back as other entries, with other ids. */
  const without = async (uids: string[], work: () => Promise<unknown>) => {
    await slapd.asRoot(async (client) => {
      for (const uid of uids) await client.del(user(uid))
    })
    try {
      await work()
    } finally {
      await slapd.asRoot(async (client) => {
        for (const uid of uids) await client.add(user(uid), person(uid))
      })
    }
  }

  onEachDatabase('the nightly look into the directory', (product) => {
    const db = () => product.server.services.store.db
    const admin = () => product.admin.api.adminSetting
    let owner: TestUser
    let [count, team_id] = [0, '']
    const open = (more = {}, ldap_gone = 'tell') =>
      admin().saveLdapConfig({ ldap_open: '1', ldap_form: JSON.stringify(slapd.form(more)), ldap_gone })
    /** Changes the saved form, which is refused when the directory does not answer. */
    const rewrite = (from: string, to: string) =>
      db()
        .updateTable('site_config')
        .set((row) => ({ value: row.fn('replace', ['value', row.val(from), row.val(to)]) }))
        .where('name', '=', 'ldap_form')
        .execute()
    const look = async () => {
      await (await beginLook(product.server.services))?.done
      return (await admin().ldapLook({})).last
    }
    /** Creates accounts that are linked with these entries. */
    const link = async (uids: string[]) => {
      const now = product.server.services.now()
      for (const { username, subject } of await directoryUsersNamed(slapd.form(), uids)) {
        const made = await insertUser(db(), { username, password_hash: '', groupid: 2, reg_time: now })
        await linkIdentity(db(), made?.uid ?? 0, { provider: 'ldap', subject }, now)
      }
    }
    const bind = (group_value: string) =>
      product.admin.api.adminProvider.saveRule({ provider_id: '0', group_value, team_id, request_id: '' })
    const members = async () =>
      (await owner.api.teamMember.getList({ team_id })).map(({ member_username, group }) => [member_username, group]).sort()
    const disabled = async () =>
      (await db().selectFrom('user').select('username').where('is_disabled', '=', 1).orderBy('uid').execute()).map((row) => row.username)
    const notices = async () =>
      (await product.admin.api.notice.getList({ notice_type: '', count: '500' }))
        .filter(({ notice_title }) => /directory|disabled/i.test(notice_title))
        .map(({ notice_content }) => notice_content)
    beforeEach(async () => {
      for (const table of ['team_rule', 'team_member', 'site_config', 'audit', 'identity', 'notice', 'throttle'] as const)
        await db().deleteFrom(table).execute()
      await db().deleteFrom('user').where('username', 'in', people).execute()
      await open()
      await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
      owner = await product.user(`owner${++count}`)
      team_id = (await owner.api.team.save({ id: '0', team_name: 'Writers', request_id: '' })).id
    })

    it('asks as often for many people as for few', async () => {
      await bind(dn('writers'))
      const queries: number[] = []
      for (const part of [some(2), some(6).slice(2)]) {
        await link(part)
        // What begins is written for each person; the next look has nothing to change.
        await look()
        const count = countQueries(product.server.services.store)
        expect(await look()).toMatchObject({ state: 'done', joined: '0', left: '0' })
        queries.push(count.queries)
        count.end()
      }
      expect(queries[1]).toBe(queries[0])
    })

    it('sets the memberships of everyone who is linked, and leaves those made by hand', async () => {
      await link(some(4))
      await bind(dn('writers'))
      await owner.api.teamMember.save({ team_id, member_username: 'p4' })
      expect(await look()).toMatchObject({ state: 'done', linked: '4', found: '4', joined: '2', left: '0', unread: '0', gone: '0' })
      const group = dn('writers')
      expect(await members()).toEqual([
        ['p1', group],
        ['p2', group],
        ['p4', ''],
      ])
      await change('delete', 'p1')
      await change('add', 'p3')
      expect(await look()).toMatchObject({ joined: '1', left: '1' })
      expect(await members()).toEqual([
        ['p2', group],
        ['p3', group],
        ['p4', ''],
      ])
      expect(await look()).toMatchObject({ joined: '0', left: '0' })
      await change('delete', 'p3')
      await change('add', 'p1')
    })

    it('S171: takes no one out after a failing or half answer, and when a group is unreadable', async () => {
      await link(some(2))
      await bind(dn('writers'))
      await look()
      const before = await members()
      await change('delete', 'p1')
      await rewrite(`"${slapd.port}"`, '"1"')
      expect(await look()).toMatchObject({ state: 'failed', problem: expect.stringContaining('127.0.0.1:1'), left: '0' })
      const chinese = product.visitor()
      Object.assign(chinese.headers, product.admin.headers, { 'accept-language': 'zh' })
      expect((await chinese.api.adminSetting.ldapLook({})).last?.problem).toContain('127.0.0.1:1 拒绝连接')
      await rewrite('"1"', `"${slapd.port}"`)
      await open(LIMITED)
      expect(await look()).toMatchObject({ state: 'half', left: '0' })
      await open()
      await slapd.asRoot((client) => client.modifyDN(dn('writers'), 'cn=renamed'))
      expect(await look()).toMatchObject({ state: 'done', left: '0', unread: '2' })
      expect(await members()).toEqual(before)
      await slapd.asRoot((client) => client.modifyDN(dn('renamed'), 'cn=writers'))
      expect(await look()).toMatchObject({ left: '1', unread: '0' })
      await change('add', 'p1')
    })

    it('names people whose entry is gone to the administrators once, and changes nothing', async () => {
      await link(some(5))
      await without(['p5'], async () => {
        expect(await look()).toMatchObject({ state: 'done', linked: '5', found: '4', gone: '1', disabled: '0' })
        await look()
        expect(await notices()).toEqual([
          'The directory no longer has p5. This account still works. If they have left, disable it in the list of users.',
        ])
        expect((await admin().ldapLook({})).gone).toMatchObject([{ username: 'p5' }])
        expect(await disabled()).toEqual([])
      })
    })

    it('knows entries that moved to another place of the directory, and those that are back', async () => {
      await link(some(3))
      await slapd.asRoot((client) => client.modifyDN(user('p3'), `uid=p3,${GROUPS_DN}`))
      expect(await look()).toMatchObject({ found: '2', gone: '0' })
      await slapd.asRoot((client) => client.modifyDN(`uid=p3,${GROUPS_DN}`, user('p3')))
      await db().updateTable('identity').set({ gone_at: 5, gone_state: 1 }).execute()
      const shown = await admin().ldapLook({})
      expect([shown.gone.length, shown.gone_count]).toEqual([3, '3'])
      await look()
      expect((await admin().ldapLook({})).gone).toEqual([])
    })

    it('disables them as an administrator does, if that is set, and leaves alone whom an administrator enables again', async () => {
      await link(some(12))
      const signedIn = product.visitor()
      const own = await signedIn.api.user.login({ username: 'p6', password: 'hush-hush-p6', v_code: '' })
      const { token } = await signedIn.api.token.save({ name: 'Build', level: '1', days: '30' })
      const byToken = product.visitor()
      byToken.headers['authorization'] = `Bearer ${token}`
      expect((await byToken.api.item.myList({})).length).toBe(0)
      await open({}, 'disable')
      await without(['p6'], async () => {
        expect(await look()).toMatchObject({ state: 'done', gone: '1', disabled: '1' })
        expect(await disabled()).toEqual(['p6'])
        await areRefused([signedIn.api.user.info({})], 10102)
        await areRefused([byToken.api.item.myList({})], 401)
        expect(await db().selectFrom('session').select('uid').where('uid', '=', Number(own.uid)).execute()).toEqual([])
        const [entry] = (await product.admin.api.adminLog.getList({ action: 'userDisabled' })).list
        expect(entry).toMatchObject({ username: 'Sheaf', subject: 'p6', detail: 'ldap' })
        expect((await notices())[0]).toContain('The directory no longer has p6. The account was disabled.')
        await product.admin.api.adminUser.update({ uid: own.uid, is_disabled: '0' })
        expect(await look()).toMatchObject({ gone: '0', disabled: '0' })
        expect(await disabled()).toEqual([])
      })
    })

    it('S172: disables no one when the base DN is wrong, the directory answered half, or 11 % or more than 20 are gone', async () => {
      await link(some(9))
      await open({}, 'disable')
      await rewrite(USERS_DN, GROUPS_DN)
      // The entries are still elsewhere in the directory.
      expect(await look()).toMatchObject({ found: '0', gone: '0', disabled: '0' })
      await rewrite(GROUPS_DN, 'ou=nowhere,dc=example,dc=test')
      expect(await look()).toMatchObject({ state: 'failed', problem: expect.stringContaining('ou=nowhere') })
      await open(LIMITED, 'disable')
      await without(['p9'], async () => {
        expect(await look()).toMatchObject({ state: 'half', disabled: '0' })
        await open({}, 'disable')
        // One of nine is 11 %.
        expect(await look()).toMatchObject({ state: 'many', linked: '9', gone: '1', disabled: '0' })
        await look()
        expect(await notices()).toEqual([expect.stringContaining('no entry for 1 of 9 linked accounts')])
      })
      await link(people.slice(9))
      await without(some(21), async () => {
        expect(await look()).toMatchObject({ state: 'many', linked: '210', gone: '21', disabled: '0' })
      })
      expect(await disabled()).toEqual([])
    })

    it('S172: an administrator is named and never disabled', async () => {
      await link(some(20))
      await db().updateTable('user').set({ groupid: 1 }).where('username', '=', 'p7').execute()
      await open({}, 'disable')
      await without(['p7', 'p8'], async () => {
        expect(await look()).toMatchObject({ state: 'done', gone: '2', disabled: '1' })
        expect(await disabled()).toEqual(['p8'])
        expect((await notices()).sort()).toEqual([expect.stringMatching(/p7.*still works/), expect.stringMatching(/p8.*was disabled/)])
        await product.admin.api.adminUser.update({
          uid: String((await db().selectFrom('user').select('uid').where('username', '=', 'p7').executeTakeFirstOrThrow()).uid),
          groupid: '2',
        })
      })
    })

    it('happens once a night, on one of several servers, and not while the directory is off', async () => {
      await link(some(2))
      const at = async (day: string): Promise<Services> => {
        const now = Date.parse(`${day}:00Z`) / 1000
        return { ...product.server.services, config: { ...product.server.services.config, SITE_TZ: 'UTC' }, now: () => now }
      }
      const lastAt = async () =>
        JSON.parse(
          (await db().selectFrom('site_config').select('value').where('name', '=', 'ldap_look').executeTakeFirst())?.value ?? '{"at":0}',
        ).at
      const night = await at('2036-05-02T02:10')
      await Promise.all([lookEachNight(night), lookEachNight(night)])
      expect(await lastAt()).toBe(night.now())
      await lookEachNight(await at('2036-05-02T23:50'))
      await lookEachNight(await at('2036-05-03T01:50'))
      expect(await lastAt()).toBe(night.now())
      await admin().saveLdapConfig({ ldap_open: '0' })
      const next = await at('2036-05-03T02:10')
      await lookEachNight(next)
      expect(await lastAt()).toBe(night.now())
      await open()
      await lookEachNight(next)
      expect(await lastAt()).toBe(next.now())
    })

    it('begins when an administrator wants it, one at a time', async () => {
      await link(some(2))
      await Promise.all([admin().lookNow({}), admin().lookNow({})])
      await expect.poll(async () => (await admin().ldapLook({})).is_looking).toBe('0')
      expect((await admin().ldapLook({})).last).toMatchObject({ state: 'done', linked: '2', found: '2' })
      await admin().saveLdapConfig({ ldap_open: '0' })
      await areRefused([admin().lookNow({})], 10011)
      await areRefused([admin().saveLdapConfig({ ldap_gone: 'delete' })], 10101)
    })
  })
})
