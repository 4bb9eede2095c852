import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areRefused } from '../../test/given.ts'
import { onOneDatabase } from '../../test/product.ts'
import { type DirectoryServer, hasSlapd, startSlapd, USERS_DN } from '../../test/servers/slapd.ts'

describe.skipIf(!hasSlapd)('with a real directory (needs slapd)', () => {
  let slapd: DirectoryServer
  beforeAll(async () => {
    const people = [
      'wang',
      'chen',
      'taken',
      'off',
      'gone',
      'late',
      'mailer',
      'boss',
      'first',
      'canary',
      'before',
      'twice',
      'admin',
      'renamed',
    ]
    slapd = await startSlapd(people.map((uid) => ({ uid, cn: `${uid} 某`, mail: `${uid}@corp.test`, password: `hush-hush-${uid}` })))
  })
  afterAll(() => slapd.stop())

  onOneDatabase('signing in with a directory', (product) => {
    const db = () => product.server.services.store.db
    const admin = () => product.admin.api.adminSetting
    const open = (more = {}) => admin().saveLdapConfig({ ldap_open: '1', ldap_form: JSON.stringify(slapd.form(more)) })
    /** Makes the directory unreachable after it was enabled. */
    const makeUnreachable = (port = 1) =>
      db()
        .updateTable('site_config')
        .set((row) => ({ value: row.fn('replace', ['value', row.val(`"${slapd.port}"`), row.val(`"${port}"`)]) }))
        .where('name', '=', 'ldap_form')
        .execute()
    const enter = (username: string, password = `hush-hush-${username}`, who = product.visitor()) =>
      who.api.user.login({ username, password, v_code: '' })
    beforeEach(() => open())
    afterEach(async () => {
      await db().deleteFrom('site_config').execute()
      await db().deleteFrom('throttle').execute()
    })

    it('accepts the password of the directory, and creates an account for a new user', async () => {
      const [wang, browser] = [await enter('wang'), product.visitor()]
      expect(wang).toMatchObject({ username: 'wang', name: 'wang 某', email: 'wang@corp.test', email_verify: '0', groupid: '2' })
      expect((await enter('WANG', 'hush-hush-wang', browser)).uid).toBe(wang.uid)
      expect((await browser.api.user.outside({})).identities).toMatchObject([{ kind: 'ldap', place: '' }])
      await areRefused([enter('wang', 'wrong'), enter('wang', ''), enter('nobody-there', 'x')], 10204)
    })

    it('S01: creates an account without a local password, and stores the directory password nowhere', async () => {
      const { uid } = await enter('canary')
      expect(await db().selectFrom('user').select('password_hash').where('uid', '=', Number(uid)).executeTakeFirst()).toEqual({
        password_hash: '',
      })
      const tables = ['user', 'identity', 'session', 'audit', 'site_config', 'throttle', 'outside_newcomer'] as const
      for (const table of tables)
        expect(JSON.stringify(await db().selectFrom(table).selectAll().execute())).not.toContain('hush-hush-canary')
      await admin().saveLdapConfig({ ldap_open: '0' })
      await areRefused([enter('canary'), enter('canary', ''), enter('canary', ' ')], 10204)
    })

    it('S84: requires the local password to link an account with the same name', async () => {
      const made = { username: 'taken', password: 'local secret 1', confirm_password: 'local secret 1', v_code: 'abc12' }
      const local = product.visitor()
      const captcha = await product.send({ url: '/api/common/verify' })
      local.headers['cookie'] = String(captcha.headers['set-cookie']).split(';')[0] as string
      const { uid } = await local.api.user.register(made)
      const browser = product.visitor()
      await expect(enter('taken', undefined, browser)).rejects.toMatchObject({ code: 10101, data: { newcomer: 1 } })
      await expect(browser.api.user.info({})).rejects.toMatchObject({ code: 10102 })
      // The password of the directory does not link the account.
      await areRefused([browser.api.user.linkNewcomer({ username: 'taken', password: 'hush-hush-taken', v_code: '' })], 10204)
      expect((await browser.api.user.linkNewcomer({ username: 'taken', password: 'local secret 1', v_code: '' })).uid).toBe(uid)
      expect([(await enter('taken')).uid, (await enter('taken', 'local secret 1')).uid]).toEqual([uid, uid])
    })

    it('S10: creates no account while registration is closed, unless the directory’s own setting allows it', async () => {
      await admin().saveConfig({ register_open: '0' })
      await expect(enter('chen')).rejects.toMatchObject({ code: 10101, data: { newcomer: 1 } })
      await open({ register_open: '1' })
      expect(await enter('chen')).toMatchObject({ username: 'chen' })
    })

    it('S16: refuses users whose account was disabled or deleted', async () => {
      const [off, gone] = [await enter('off'), await enter('gone')]
      await product.admin.api.adminUser.update({ uid: off.uid, is_disabled: '1' })
      await product.admin.api.adminUser.deleteUser({ uid: gone.uid })
      await areRefused([enter('off'), enter('gone')], 10101, 'administrator')
      // The name of a disabled local account is refused for directory users too.
      await db().deleteFrom('identity').where('uid', '=', Number(off.uid)).execute()
      await areRefused([enter('off')], 10101, 'administrator')
    })

    it('S05: counts wrong directory passwords like all others', async () => {
      for (let n = 1; n < 5; n++) await areRefused([enter('wang', 'wrong')], 10204)
      await areRefused([enter('wang', 'wrong')], 10210)
      await areRefused([enter('wang')], 10206)
    })

    it('R22: while the directory is unreachable, local passwords work, other users get a clear error, and no failure is counted', async () => {
      await enter('late')
      let connections = 0
      const silentServer = createServer(() => connections++)
      await new Promise<void>((done) => void silentServer.listen(0, '127.0.0.1', done))
      await makeUnreachable((silentServer.address() as AddressInfo).port)
      expect(await enter('admin', 'admin-password-1')).toMatchObject({ groupid: '1' })
      expect(connections).toBe(0)
      silentServer.close()
      await open()
      await makeUnreachable()
      for (let n = 0; n < 7; n++) await areRefused([enter('late'), enter('nobody-there')], 10011, 'cannot be reached')
      expect(await db().selectFrom('throttle').selectAll().execute()).toEqual([])
      // Guesses at local passwords are still counted.
      for (let n = 0; n < 6; n++) await enter('admin', 'wrong').catch(() => {})
      await areRefused([enter('admin', 'admin-password-1')], 10206)
      await open()
      expect(await enter('late')).toMatchObject({ username: 'late' })
    })

    it('does not take over the e-mail address of another user', async () => {
      const alice = await product.user('alice')
      await alice.api.user.updateEmail({ email: 'mailer@corp.test', password: alice.password })
      expect(await enter('mailer')).toMatchObject({ username: 'mailer', email: '' })
    })

    it('can be tested from the settings with unsaved values and the stored secret', async () => {
      const form = (more = {}) => JSON.stringify({ ...slapd.form({ bind_password: '********' }), ...more })
      const tried = (more = {}, username = '', password = '') => admin().testLdap({ ldap_form: form(more), username, password })
      expect(await tried({}, 'wang', 'hush-hush-wang')).toEqual({
        people: '14',
        username: 'wang',
        name: 'wang 某',
        email: 'wang@corp.test',
      })
      expect(await tried()).toMatchObject({ people: '14', username: '' })
      await areRefused([tried({}, 'wang', 'wrong'), tried({ base_dn: 'dc=elsewhere' })], 10011)
      // The stored secret is not sent to another address.
      await areRefused([tried({ port: '1' }), tried({ encryption: 'starttls' })], 10101, 'again')
      await areRefused([open({ bind_password: 'wrong' })], 10011, 'bind DN')
      expect(await enter('wang')).toMatchObject({ username: 'wang' })
    })

    it('S84: existing accounts can be linked by an administrator, except administrators', async () => {
      const existing = { uid: '', username: 'before', password: 'nobody knows 1', name: 'Before' }
      await product.admin.api.adminUser.addUser(existing)
      await product.admin.api.adminUser.addUser({ ...existing, username: 'Twice' })
      await product.admin.api.adminUser.addUser({ ...existing, username: 'elsewhere' })
      const matches = await admin().ldapMatches({})
      expect(matches).toMatchObject([
        { username: 'Twice' },
        { username: 'before', name: 'Before', entry: expect.stringContaining('uid=before,') },
      ])
      await expect(enter('before')).rejects.toMatchObject({ data: { newcomer: 1 } })
      const others = await db().selectFrom('user').select('uid').where('username', 'in', ['elsewhere', 'admin']).execute()
      expect(await admin().linkLdap({ uids: JSON.stringify(others.map(({ uid }) => uid)) })).toEqual({ linked: '0' })
      const uid = matches[1]?.uid as string
      expect(await admin().linkLdap({ uids: JSON.stringify([Number(uid)]) })).toEqual({ linked: '1' })
      expect((await enter('before')).uid).toBe(uid)
      expect(await admin().ldapMatches({})).toMatchObject([{ username: 'Twice' }])
      const log = await db().selectFrom('audit').selectAll().where('action', '=', 'linked').where('subject', '=', 'before').execute()
      expect(log).toMatchObject([{ username: 'admin', detail: 'ldap' }])
      await admin().saveLdapConfig({ ldap_open: '0' })
      await areRefused([admin().ldapMatches({}), admin().linkLdap({ uids: '[1]' })], 10011)
    })

    it('cannot be disabled if no administrator could then sign in', async () => {
      const boss = await enter('boss')
      await product.admin.api.adminUser.update({ uid: boss.uid, groupid: '1' })
      const password_hash = (
        await db().selectFrom('user').select('password_hash').where('uid', '=', Number(product.admin.uid)).executeTakeFirstOrThrow()
      ).password_hash
      await db().updateTable('user').set({ password_hash: '' }).where('uid', '=', Number(product.admin.uid)).execute()
      await areRefused([admin().saveLdapConfig({ ldap_open: '0' })], 10101, 'password')
      await db().updateTable('user').set({ password_hash }).where('uid', '=', Number(product.admin.uid)).execute()
      await admin().saveLdapConfig({ ldap_open: '0' })
    })

    it('S163: confirms an account of the directory with its password there, of the same entry only, and counts wrong ones', async () => {
      const mailer = product.visitor()
      const { uid } = await enter('mailer', undefined, mailer)
      expect(await mailer.api.secondStep.info({})).toMatchObject({ confirm_by: ['directory', 'fresh'], has_password: false })
      const confirm = (password: string) => mailer.api.user.confirm({ password, code: '' })
      const confirmed = async () => Number((await mailer.api.secondStep.info({})).confirmed_until) > 0
      await areRefused([confirm('wrong'), confirm('hush-hush-wang')], 10208)
      expect(await confirmed()).toBe(false)
      await confirm('hush-hush-mailer')
      expect(await confirmed()).toBe(true)
      await db().updateTable('session').set({ confirmed_until: 0 }).execute()
      await makeUnreachable()
      await areRefused([confirm('hush-hush-mailer')], 10011)
      await open()
      await db().updateTable('identity').set({ subject: 'another entry' }).where('uid', '=', Number(uid)).execute()
      await areRefused([confirm('hush-hush-mailer')], 10208)
      const tries = await db().selectFrom('throttle').select('count').where('name', '=', `own ${uid}`).execute()
      expect(tries).toEqual([{ count: 3 }])
      await db().updateTable('throttle').set({ count: 20 }).execute()
      await areRefused([confirm('hush-hush-mailer')], 429)
      await admin().saveLdapConfig({ ldap_open: '0' })
      expect((await mailer.api.secondStep.info({})).confirm_by).toEqual(['fresh'])
    })

    it('knows a person whose entry was renamed, and confirms with the password of that entry', async () => {
      const { uid } = await enter('renamed')
      await slapd.asRoot((client) => client.modifyDN(`uid=renamed,${USERS_DN}`, `uid=married,${USERS_DN}`))
      const browser = product.visitor()
      expect(await enter('married', 'hush-hush-renamed', browser)).toMatchObject({ uid, username: 'renamed' })
      await areRefused([browser.api.user.confirm({ password: 'wrong', code: '' })], 10208)
      await browser.api.user.confirm({ password: 'hush-hush-renamed', code: '' })
      expect(Number((await browser.api.secondStep.info({})).confirmed_until)).toBeGreaterThan(0)
      await areRefused([enter('renamed')], 10204)
    })

    it('lets a user without a local password set one soon after signing in, and then unlink', async () => {
      const first = product.visitor()
      const { uid } = await enter('first', undefined, first)
      const { has_password, is_fresh, identities } = await first.api.user.outside({})
      expect([has_password, is_fresh, identities.length]).toEqual(['0', '1', 1])
      const identity_id = identities[0]?.identity_id as string
      await areRefused([first.api.user.unlink({ identity_id, password: '' })], 10223)
      // Confirmed by the sign-in itself; the account would have no way to sign in.
      await first.api.user.confirm({ password: '', code: '' })
      await areRefused([first.api.user.unlink({ identity_id, password: '' })], 10208)
      await areRefused(
        [first.api.user.setFirstPassword({ new_password: 'short' }), first.api.user.setFirstPassword({ new_password: 'password' })],
        10101,
      )
      await db()
        .updateTable('session')
        .set({ addtime: 1 + product.server.services.now() - 700 })
        .where('uid', '=', Number(uid))
        .execute()
      await areRefused([first.api.user.setFirstPassword({ new_password: 'a first one 1' })], 10101, 'ten minutes')
      await enter('first', undefined, first)
      await first.api.user.setFirstPassword({ new_password: 'a first one 1' })
      await areRefused([first.api.user.setFirstPassword({ new_password: 'another one 1' })], 10101)
      await areRefused([first.api.user.unlink({ identity_id, password: 'wrong' })], 10208)
      const other = await product.user('other')
      await areRefused([other.api.user.unlink({ identity_id, password: other.password })], 10101)
      await first.api.user.unlink({ identity_id, password: 'a first one 1' })
      expect((await first.api.user.outside({})).identities).toEqual([])
      expect((await enter('first', 'a first one 1')).uid).toBe(uid)
      await expect(enter('first')).rejects.toMatchObject({ data: { newcomer: 1 } })
    })
  })
})
