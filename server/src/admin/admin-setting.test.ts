import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { firstProvider } from '../common/provider.store.ts'
import { formOf, ldapSettings, loginKey, storeSettings } from '../common/settings.store.ts'
import { anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

const KEPT = '********'

onEachDatabase('site settings', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  const db = () => product.server.services.store.db
  afterEach(async () => {
    for (const table of ['site_config', 'provider'] as const) await db().deleteFrom(table).execute()
  })
  const admin = () => product.admin.api.adminSetting
  const json = async (path: string, fields: object) =>
    (
      await product.send({
        method: 'POST',
        url: `/api/adminSetting/${path}`,
        payload: JSON.stringify(fields),
        headers: { ...product.admin.headers, 'content-type': 'application/json' },
      })
    ).json()

  it('have defaults; a save keeps the settings it does not name', async () => {
    expect(await admin().loadConfig({})).toEqual({
      register_open: '1',
      home_page: '1',
      home_item: '0',
      beian: '',
      history_version_count: '20',
      draft_seconds: '30',
      attachment_page_size: '6',
      ext_register_open: '1',
      login_secret_md5: '0',
      audit_days: '365',
      change_days: '180',
      truth_days: '30',
      source_versions: '50',
      oauth_register: '1',
      oauth_documents: '0',
      oauth_schemes: 'cursor vscode vscode-insiders windsurf zed',
      token_days_max: '366',
      token_log_days: '30',
      mcp_on: '1',
      mcp_open: '0',
      webhook_on: '1',
      ask_access: '1',
      mail_content: '1',
      mail_per_minute: '60',
      oss_open: '0',
      site_index: '0',
      index_default: 'kind',
      site_description: '',
      robots_more: '',
      site_agent_note: '',
      oss_setting: null,
    })
    await admin().saveConfig({ history_version_count: '3', beian: 'ICP 1' })
    await admin().saveConfig({ register_open: '0' })
    expect(await admin().loadConfig({})).toMatchObject({ register_open: '0', history_version_count: '3', beian: 'ICP 1' })
  })

  it('S10: refuse registration while it is closed', async () => {
    await admin().saveConfig({ register_open: '0' })
    await expect(product.register('late')).rejects.toMatchObject({ code: 10101 })
    expect(await json('saveConfig', { register_open: true })).toMatchObject({ error_code: 0, data: [] })
    expect(await product.register('early')).toMatchObject({ username: expect.stringContaining('early') })
  })

  it('accept only an existing home item and publish it', async () => {
    const item_id = await anItem(alice)
    await areRefused([admin().saveConfig({ home_page: '3', home_item: '999999' }), admin().saveConfig({ home_page: '3' })], 10101)
    await admin().saveConfig({ home_page: '3', home_item: item_id })
    expect(await product.visitor().api.common.homePageSetting({})).toEqual({ home_page: '3', home_item: item_id, beian: '' })
    await areRefused([admin().saveConfig({ home_item: '999999' })], 10101)
  })

  it('refuse invalid numbers and change nothing', async () => {
    const before = await admin().loadConfig({})
    const wrong = [
      { home_page: '4' },
      { home_page: '0' },
      { history_version_count: '0' },
      { history_version_count: '1001' },
      { truth_days: '0' },
      { source_versions: '1' },
      { draft_seconds: '1' },
    ]
    await areRefused(
      [...wrong, { attachment_page_size: '1000' }, { register_open: 'perhaps' }].map((one) => admin().saveConfig({ beian: 'x', ...one })),
      10101,
    )
    expect(await admin().loadConfig({})).toEqual(before)
  })

  it('limit the number of revisions of a page', async () => {
    await admin().saveConfig({ history_version_count: '2' })
    const item_id = await anItem(alice)
    const page_id = await aPage(alice, item_id)
    for (const page_content of ['a', 'b', 'c', 'd']) await alice.api.page.save({ page_id, page_title: 'T', page_content })
    expect(await alice.api.page.history({ page_id, brief: '1' })).toHaveLength(2)
  })

  it('accept the storage form with brackets, as text and as JSON, and keep a masked secret', async () => {
    const fields = { oss_type: 'aliyun', key: 'public-part', secret: 'hush-hush-oss', endpoint: 'oss.example.test', bucket: 'b' }
    const sheafFields = { addressing: '', public_read: '' }
    const brackets = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`oss_setting[${name}]`, value]))
    await admin().saveConfig({ oss_open: '1', ...brackets })
    const shown = { ...fields, secret: KEPT, protocol: '', domain: '', region: '', secretId: '', secretKey: '', ...sheafFields }
    expect(await admin().loadConfig({})).toMatchObject({ oss_open: '1', oss_setting: shown })
    await json('saveConfig', { oss_setting: { ...shown, bucket: 'other' } })
    expect((await admin().loadConfig({})).oss_setting).toEqual({ ...shown, bucket: 'other' })
    expect(await formOf(product.server.services, 'oss_setting')).toMatchObject({ secret: 'hush-hush-oss', bucket: 'other' })
    await admin().saveConfig({ oss_setting: JSON.stringify({ secret: '' }) })
    expect(await formOf(product.server.services, 'oss_setting')).toMatchObject({ secret: '', bucket: 'other' })
    expect(await json('saveConfig', { oss_setting: { evil: 1 } })).toMatchObject({ error_code: 10101 })
    await admin().saveConfig({ oss_open: '0' })
  })

  it('S81: secrets are sealed in the database and never shown', async () => {
    const secrets = ['hush-hush-oss', 'hush-hush-ldap', 'hush-hush-oauth']
    await admin().saveConfig({ oss_setting: JSON.stringify({ secret: secrets[0], secretKey: secrets[0] }) })
    await admin().saveLdapConfig({ ldap_open: '0', ldap_form: JSON.stringify({ bind_password: secrets[1] }) })
    await admin().saveOauth2Config({ oauth2_open: '0', oauth2_form: JSON.stringify({ client_secret: secrets[2] }) })
    const { login_secret_key } = await admin().getLoginSecretKey({})
    const answers = [await admin().loadConfig({}), await admin().loadLdapConfig({}), await admin().loadOauth2Config({})]
    const rows = await db().selectFrom('site_config').selectAll().execute()
    const providers = await db().selectFrom('provider').selectAll().execute()
    const log = await db().selectFrom('audit').selectAll().execute()
    const files = readdirSync(product.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    for (const secret of [...secrets, login_secret_key])
      for (const text of [JSON.stringify(answers), JSON.stringify([rows, providers]), JSON.stringify(log), ...bytes])
        expect(text).not.toContain(secret)
    expect(await ldapSettings(product.server.services)).toMatchObject({ open: false, form: { bind_password: secrets[1], port: '389' } })
    expect(statSync(join(product.folder, 'secret-key')).mode & 0o077).toBe(0)
    // A sealed secret cannot be opened under another setting.
    const [ldap] = rows.filter((row) => row.name === 'ldap_form').map((row) => JSON.parse(row.value).bind_password as string)
    expect((await firstProvider(product.server.services))?.form.client_secret).toBe(secrets[2])
    await db()
      .updateTable('provider')
      .set({ form: JSON.stringify({ client_secret: ldap }) })
      .execute()
    expect((await firstProvider(product.server.services))?.form.client_secret).toBe('')
  })

  it('a stored secret is not sent to a new address', async () => {
    await admin().saveOauth2Config({ oauth2_open: '0', oauth2_form: JSON.stringify({ host: 'sso.example.test', client_secret: 'hush' }) })
    const moved = (client_secret?: string) =>
      admin().saveOauth2Config({ oauth2_form: JSON.stringify({ host: 'evil.example.test', client_secret }) })
    await areRefused([moved(), moved(KEPT)], 10101, 'again')
    await moved('typed anew')
    expect((await admin().loadOauth2Config({})).oauth2_form).toMatchObject({ host: 'evil.example.test', client_secret: KEPT })
  })

  it('external login is shown on the login screen once it is enabled', async () => {
    expect(await admin().loadOauth2Config({})).toEqual({ oauth2_open: '0', oauth2_form: null })
    const paths = { authorize_path: '/authorize', token_path: '/token', resource_path: '/resource', userinfo_path: '/me' }
    const app = { redirectUri: 'https://docs.example.test/api/ExtLogin/oauth2', client_id: 'docs', client_secret: 'hush' }
    const form = { ...app, ...paths, protocol: 'https', host: 'sso.example.test', entrance_tips: 'Log in with us' }
    await admin().saveOauth2Config({ oauth2_open: '0', oauth2_form: JSON.stringify({ ...form, client_secret: '' }) })
    expect(await admin().loadOauth2Config({})).toMatchObject({ oauth2_open: '0', oauth2_form: { host: form.host, client_secret: '' } })
    await admin().saveOauth2Config({ oauth2_open: '1', oauth2_form: JSON.stringify(form) })
    const stored = { oauth2_open: '1', oauth2_form: { ...form, client_secret: '********' } }
    expect(await admin().loadOauth2Config({})).toMatchObject(stored)
    expect(await product.visitor().api.user.oauthInfo({})).toEqual({
      oauth2_open: '1',
      oauth2_entrance_tips: 'Log in with us',
      passkey_open: '0',
      providers: [{ provider_id: expect.any(String), kind: 'oauth2', name: 'Log in with us' }],
    })
    await admin().saveOauth2Config({ oauth2_form: JSON.stringify({ entrance_tips: 'Log in with us' }) })
    expect(await admin().loadOauth2Config({})).toMatchObject(stored)
    await admin().saveOauth2Config({ oauth2_open: '0', oauth2_form: '{}' })
    expect(await admin().loadOauth2Config({})).toMatchObject({ ...stored, oauth2_open: '0' })
  })

  it('external login cannot be switched off while no administrator has a password', async () => {
    const form = { host: 'sso.example.test', client_id: 'docs', client_secret: 'hush', entrance_tips: 'Log in with us' }
    await admin().saveOauth2Config({ oauth2_open: '1', oauth2_form: JSON.stringify(form) })
    await storeSettings(db(), { ldap_open: '1' })
    const administrators = await db().selectFrom('user').select(['uid', 'password_hash']).where('groupid', '=', 1).execute()
    await db().updateTable('user').set({ password_hash: '' }).where('groupid', '=', 1).execute()
    try {
      const calls = [admin().saveOauth2Config({ oauth2_open: '0' }), admin().saveLdapConfig({ ldap_open: '0' })]
      await areRefused(calls, 10101, 'No administrator has a password')
    } finally {
      for (const { uid, password_hash } of administrators)
        await db().updateTable('user').set({ password_hash }).where('uid', '=', uid).execute()
    }
    expect(await admin().loadOauth2Config({})).toMatchObject({ oauth2_open: '1' })
    expect(await admin().loadLdapConfig({})).toMatchObject({ ldap_open: '1' })
  })

  it('an unreachable directory is not saved', async () => {
    const ldap_form = (at: number, more = {}) => JSON.stringify({ host: '127.0.0.1', port: String(at), base_dn: 'dc=example', ...more })
    await areRefused([admin().saveLdapConfig({ ldap_open: '1', ldap_form: ldap_form(1) })], 10011, '127.0.0.1:1')
    expect(await admin().loadLdapConfig({})).toEqual({ ldap_open: '0', ldap_gone: 'tell', ldap_form: null })
    await areRefused(
      [{ version: '4' }, { port: '0' }, { port: 'x' }, { encryption: 'rot13' }].map((more) =>
        admin().saveLdapConfig({ ldap_form: ldap_form(389, more) }),
      ),
      10101,
    )
    await admin().saveLdapConfig({ ldap_open: '0', ldap_form: ldap_form(1) })
    expect(await admin().loadLdapConfig({})).toMatchObject({ ldap_open: '0', ldap_form: { version: '3', bind_password: '' } })
  })

  it('a directory has port 389 and version 3 if the form names none, and can have version 2', async () => {
    const saved = async (form: Record<string, string>) => {
      await admin().saveLdapConfig({ ldap_open: '0', ldap_form: JSON.stringify({ host: '127.0.0.1', base_dn: 'dc=example', ...form }) })
      return (await admin().loadLdapConfig({})).ldap_form
    }
    expect(await saved({ port: '', version: '' })).toMatchObject({ port: '389', version: '3' })
    expect(await saved({ port: '636', version: '2' })).toMatchObject({ port: '636', version: '2' })
  })

  it('S79: the login key is created once with 256 random bits, and a new key replaces it', async () => {
    const ends = await Promise.all([1, 2, 3].map(() => admin().getLoginSecretKey({})))
    const [{ login_secret_key } = { login_secret_key: '' }] = ends
    expect(login_secret_key).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(ends.map((one) => one.login_secret_key)).size).toBe(1)
    const { login_secret_key: next } = await admin().resetLoginSecretKey({})
    expect(next).not.toBe(login_secret_key)
    expect([await admin().getLoginSecretKey({}), await loginKey(product.server.services)]).toEqual([{ login_secret_key: next }, next])
  })
})
