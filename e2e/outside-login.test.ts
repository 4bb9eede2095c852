import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type OidcServer, startOidc } from '../server/src/test/servers/oidc.ts'
import { type DirectoryServer, hasSlapd, startSlapd } from '../server/src/test/servers/slapd.ts'
import { providerWords } from '../web/src/admin/login/providers/providers.words.ts'
import { loginWords } from '../web/src/admin/login/settings.words.ts'
import { confirmWords } from '../web/src/ui/confirm/confirm.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { externalLoginWords } from '../web/src/user/link/outside.words.ts'
import { settingWords } from '../web/src/user/settings/setting.words.ts'
import { testLanguages, untilReady } from './browser.ts'
import { ADMIN } from './product.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'

let site: Site
let oidc: OidcServer
let slapd: DirectoryServer | undefined
story.beforeAll(async ({ start }) => {
  site = await start()
  oidc = await startOidc(`${site.url}/api/ExtLogin/oauth2`)
  for (const language of ['en', 'zh'])
    for (const name of ['emma', 'taken'])
      oidc.people.set(`${name}-${language}`, { preferred_username: `${name}-${language}`, name: 'Emma 王' })
  const people = ['wang-en', 'wang-zh'].map((uid) => ({ uid, cn: '王小明', mail: `${uid}@example.test`, password: `hush-hush-${uid}` }))
  if (hasSlapd) slapd = await startSlapd(people)
})
afterAll(async () => {
  await oidc.stop()
  await slapd?.stop()
})

describe.each(testLanguages('zh'))('external sign-in, in %s', (language) => {
  const [form, provider, confirm, ui, entrance, outside, setting] = [
    loginWords[language],
    providerWords[language],
    confirmWords[language],
    uiWords[language],
    authWords[language],
    externalLoginWords[language],
    settingWords[language],
  ]
  const tips = `Example ${language}`
  let admin: TestUser
  beforeAll(async () => {
    admin = await site.admin(language)
  })
  const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label.replace(/[()（）]/g, '.')}`)).first()
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const atProvider = async (page: Page, sub: string) => {
    await page.locator('input[name=login]').fill(sub)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  story.skipIf(!hasSlapd)(
    'an administrator tests a directory and enables it, and a user signs in with the usual form (needs slapd)',
    async () => {
      const { page } = admin
      const ldap = slapd?.form()
      await admin.open(`/admin/index?section=login`)
      await field(page, form.host).fill('127.0.0.1')
      await field(page, form.port).fill(String(ldap?.port))
      await field(page, form.baseDn).fill('dc=elsewhere')
      await field(page, form.bindDn).fill(String(ldap?.bind_dn))
      await field(page, form.bindPassword).fill(String(ldap?.bind_password))
      await field(page, form.userField).fill('uid')
      await press(page, form.trial)
      await page
        .getByText(/Base DN/)
        .last()
        .waitFor()
      await page.getByRole('status').filter({ hasText: 'dc=elsewhere' }).waitFor()
      await field(page, form.baseDn).fill(String(ldap?.base_dn))
      await page.getByLabel(form.trialUser, { exact: true }).fill(`wang-${language}`)
      await page.getByLabel(form.trialPassword, { exact: true }).fill(`hush-hush-wang-${language}`)
      await press(page, form.trial)
      await page.getByText(form.trialPerson(`wang-${language}`, '王小明', `wang-${language}@example.test`)).waitFor()
      const open = page.getByRole('switch', { name: form.ldapOpen })
      if ((await open.getAttribute('aria-checked')) !== 'true') await open.click()
      await press(page, ui.savePart(form.ldap))
      await page.getByText(ui.saved, { exact: true }).waitFor()

      const wang = await site.visitor(language, { width: 390, height: 844 })
      await wang.open(`/user/login`)
      await wang.page.getByLabel(entrance.usernameOrEmail).fill(`wang-${language}`)
      await wang.page.getByLabel(entrance.password, { exact: true }).fill(`hush-hush-wang-${language}`)
      await press(wang.page, entrance.signIn)
      await wang.page.waitForURL('**/item/index')
      expect(await wang.call('user/info', {})).toMatchObject({ username: `wang-${language}`, name: '王小明' })
      expect(wang.browserErrors).toEqual([])
      await wang.context.close()
    },
  )

  story('an administrator adds an identity provider, and its button has the configured name', async () => {
    const { page } = admin
    await admin.open(`/admin/index?section=login&way=providers`)
    await press(page, provider.add)
    await page.getByRole('link', { name: new RegExp(provider.oidcText) }).click()
    await page.getByText(`${site.url}/api/ExtLogin/oauth2`, { exact: true }).waitFor()
    await field(page, provider.name).fill(tips)
    await field(page, provider.client_id).fill('docs')
    await field(page, provider.client_secret).fill('wrong')
    await field(page, provider.issuer).fill(oidc.url)
    await press(page, form.trial)
    await page
      .getByRole('status')
      .filter({ hasText: /Client Secret|client secret/ })
      .waitFor()
    await field(page, provider.client_secret).fill('hush-hush-client')
    await press(page, form.trial)
    await page.getByText(provider.trialFine).waitFor()
    await page.getByRole('switch', { name: provider.open }).click()
    await press(page, ui.savePart(provider.oidc))
    await page.getByLabel(confirm.password, { exact: true }).fill(ADMIN.ADMIN_PASSWORD)
    await press(page, confirm.confirm)
    await page.getByText(provider.added(tips)).waitFor()
    await page.getByRole('heading', { name: tips, exact: true }).waitFor()
    expect(await field(page, provider.client_secret).inputValue()).toBe('********')
  })

  story('an administrator adds a second provider, switches it on, orders the buttons by keyboard and deletes it', async () => {
    const { page } = admin
    const second = `Berlin ${language}`
    const visitor = await site.visitor(language, { width: 390, height: 844 })
    const buttons = async () => {
      await visitor.open('/user/login')
      await visitor.page.getByRole('link', { name: tips }).waitFor()
      return (await visitor.page.locator('a.btn.wide').allTextContents()).filter((text) => text === tips || text === second)
    }
    await admin.open(`/admin/index?section=login&way=providers&provider=wecom`)
    await field(page, provider.name).fill(second)
    await press(page, ui.savePart(provider.wecom))
    await page.getByText(provider.added(second)).waitFor()
    await page.getByRole('link', { name: provider.title }).first().click()
    // It is not complete yet, so it stays off.
    await page.getByRole('switch', { name: provider.turn(second) }).click()
    await page.getByText(provider.missing(second, ['CorpID', provider.secret, provider.agent_id])).waitFor()
    expect(await buttons()).toEqual([tips])
    await page.getByRole('link', { name: second, exact: true }).click()
    await field(page, 'CorpID').fill('ww1234')
    await field(page, provider.agent_id).fill('1000002')
    await page.getByLabel(provider.secret, { exact: true }).fill('hush-hush-wecom')
    await press(page, ui.savePart(second))
    await page.getByText(ui.saved, { exact: true }).waitFor()
    await page.getByRole('link', { name: provider.title }).first().click()
    await page.getByRole('switch', { name: provider.turn(second) }).click()
    await page.getByText(provider.turnedOn(second)).waitFor()
    expect(await buttons()).toEqual([tips, second])
    const up = page.getByRole('button', { name: provider.up(second) })
    await up.focus()
    await page.keyboard.press('Enter')
    await page.getByText(provider.moved(second, 1, 2)).waitFor({ state: 'attached' })
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await buttons()).toEqual([second, tips])
    await page.getByRole('link', { name: second, exact: true }).click()
    await press(page, provider.removeButton)
    await press(page, provider.removeDo)
    await page.getByText(provider.removed(second)).waitFor()
    expect(await buttons()).toEqual([tips])
    await visitor.context.close()
  })

  story('a user signs in through the provider, sets a password and unlinks the provider', async () => {
    const emma = await site.visitor(language)
    const { page } = emma
    await emma.open(`/user/login?redirect=%2Fuser%2Fsecurity`)
    await page.getByRole('link', { name: tips }).click()
    await atProvider(page, `emma-${language}`)
    await page.waitForURL('**/user/security')
    // Ignores the complaints of the provider's own form.
    emma.browserErrors.length = 0
    await untilReady(page)
    const unlink = page.getByRole('button', { name: outside.unlinkName(tips) })
    await unlink.waitFor()
    expect(await unlink.isDisabled()).toBe(true)
    await press(page, outside.firstTitle)
    await page.getByLabel(setting.passwordNew).fill('bamboo slips 1')
    await page.getByRole('dialog').getByRole('button', { name: outside.firstDo, exact: true }).click()
    await page.getByText(outside.firstDone).waitFor()
    await unlink.click()
    await page.getByRole('textbox', { name: setting.ownPassword }).fill('bamboo slips 1')
    await press(page, outside.unlinkDo)
    await page.getByText(outside.unlinked, { exact: true }).waitFor()
    await unlink.waitFor({ state: 'detached' })
    expect(emma.browserErrors).toEqual([])
    await emma.context.close()
  })

  story('S84: a user whose name exists here proves ownership with the password of the account', async () => {
    const taken = { uid: '', username: `taken-${language}`, password: 'correct horse 9', name: '' }
    await admin.call('adminUser/addUser', taken)
    const visitor = await site.visitor(language)
    const { page } = visitor
    await visitor.open(`/user/login`)
    await page.getByRole('link', { name: tips }).click()
    await atProvider(page, `taken-${language}`)
    await page.waitForURL('**/user/link')
    visitor.browserErrors.length = 0
    await page.getByText(outside.taken(new URL(oidc.url).host, taken.username)).waitFor()
    await page.getByLabel(outside.ownPassword).fill('correct horse 9')
    await press(page, outside.linkDo)
    await page.waitForURL('**/item/index')
    expect(await visitor.call('user/info', {})).toMatchObject({ username: taken.username })
    expect(visitor.browserErrors).toEqual([])
    await visitor.context.close()
  })

  story('a disabled user sees the reason on the login screen', async () => {
    const { users } = await admin.call<{ users: { uid: string }[] }>('adminUser/getList', { username: `taken-${language}` })
    await admin.call('adminUser/update', { uid: String(users[0]?.uid), is_disabled: '1' })
    const visitor = await site.visitor(language)
    await visitor.open(`/user/login`)
    await visitor.page.getByRole('link', { name: tips }).click()
    await atProvider(visitor.page, `taken-${language}`)
    await visitor.page.getByRole('alert').filter({ hasText: outside.outsideGone }).waitFor()
    await visitor.context.close()
  })
})
