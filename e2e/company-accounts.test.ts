import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { type OidcServer, startOidc } from '../server/src/test/servers/oidc.ts'
import { type DirectoryServer, hasSlapd, startSlapd, USERS_DN } from '../server/src/test/servers/slapd.ts'
import { groupWords } from '../web/src/admin/login/groups/groups.words.ts'
import { lookWords } from '../web/src/admin/login/look/look.words.ts'
import { providerWords } from '../web/src/admin/login/providers/providers.words.ts'
import { askWords } from '../web/src/ask/ask.words.ts'
import { itemsWords } from '../web/src/items/items.words.ts'
import { itemPasswordWords } from '../web/src/reading/password/password.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { testLanguages, untilReady } from './browser.ts'
import { ADMIN } from './product.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'

const NAME = 'Acme'
let site: Site
let oidc: OidcServer
let slapd: DirectoryServer | undefined
story.beforeAll(async ({ start }) => {
  site = await start()
  oidc = await startOidc(`${site.url}/api/ExtLogin/oauth2`, `${site.url}/api/ExtLogin/backchannel/1`)
  const people = ['wang', 'chen'].map((uid) => ({ uid, cn: uid === 'wang' ? '王小明' : '陈静', password: `hush-hush-${uid}` }))
  if (hasSlapd) slapd = await startSlapd(people)
})
afterAll(async () => {
  await oidc.stop()
  await slapd?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.each(testLanguages('en'))('accounts of a company, in %s', (language) => {
  const [provider, group, look, ui, entrance, items, ask, visit] = [
    providerWords[language],
    groupWords[language],
    lookWords[language],
    uiWords[language],
    authWords[language],
    itemsWords[language],
    askWords[language],
    itemPasswordWords[language],
  ]
  const sub = `emma-${language}`
  /** What the provider says of the person from now on. */
  const says = (groups: string[]) => oidc.people.set(sub, { preferred_username: sub, name: 'Emma Watts', groups })
  let [admin, liam, emma] = [] as unknown as [TestUser, TestUser, TestUser]
  let provider_id = ''
  let handbook = ''

  /** Signs in at the provider, which asks for the name, since no session is open there, and for the consent. */
  const signIn = async (to = '/item/index') => {
    const { page } = emma
    await page.getByRole('link', { name: NAME, exact: true }).click()
    await page.locator('input[name=login]').fill(sub)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(({ origin, pathname }) => origin === site.url && pathname.startsWith(to))
    await untilReady(page)
    // Ignores the complaints of the provider's own form.
    emma.browserErrors.length = 0
  }

  story('an administrator binds a group to a team, and a person of the group reads what the team reads', async () => {
    liam = await site.user('liam', language)
    const { id: team_id } = await liam.call<{ id: string }>('team/save', { team_name: `Writers ${language}` })
    const { item_id } = await liam.call<{ item_id: string }>('item/add', { item_name: 'Handbook', password: 'only with a word' })
    await liam.call('page/save', { item_id, page_title: 'Holidays', page_content: 'Thirty days a year.' })
    await liam.call('page/save', { item_id, page_title: 'Travel', page_content: 'By train, if possible.' })
    await liam.call('teamItem/save', { team_id, item_id })
    handbook = `/${item_id}`

    admin = await site.admin(language)
    await admin.call('user/confirm', { password: ADMIN.ADMIN_PASSWORD })
    const { entrance_tips: _, ...form } = oidc.form('issuer', { scope: 'openid profile groups' })
    const saved = await admin.call<{ provider_id: string }>('adminProvider/save', {
      provider_id: '0',
      kind: 'oidc',
      name: NAME,
      form: JSON.stringify({ ...form, groups_claim: 'groups' }),
      is_on: '1',
    })
    provider_id = saved.provider_id
    const { page } = admin
    await admin.open(`/admin/index?section=login&way=providers&provider=${provider_id}`)
    await page.getByText(`${site.url}/api/ExtLogin/backchannel/${provider_id}`, { exact: true }).waitFor()
    await page.getByText(provider.signOutsHelp).waitFor()
    await page.getByLabel(group.group, { exact: true }).fill('writers')
    await page.getByRole('combobox', { name: group.team }).fill(`Writers ${language}`)
    await page.getByRole('option', { name: group.teamOf(`Writers ${language}`, liam.username) }).click()
    await press(page, group.bind)
    await page.getByText(group.bound('writers', `Writers ${language}`)).waitFor()
    await page
      .getByRole('list', { name: group.list })
      .getByText(group.into(`Writers ${language}`, liam.username))
      .waitFor()

    says(['writers', 'cycling'])
    emma = await site.visitor(language)
    await emma.open('/user/login')
    await signIn()
    await emma.page.getByRole('link', { name: 'Handbook' }).first().click()
    await emma.page.getByText('Thirty days a year.').waitFor()
    expect(await liam.call('teamMember/getList', { team_id })).toMatchObject([{ member_username: sub, group: 'writers' }])
  })

  story('a sign-out here is one at the provider too, and leads back to a page that says so', async () => {
    const { page } = emma
    await admin.call('adminSetting/saveSignIn', { provider_logout: '1' })
    await emma.go('/item/index')
    await press(page, ui.account('Emma Watts'))
    await page.getByRole('menuitem', { name: ui.signOut }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await page.waitForURL(/\/user\/login\?out=1/)
    await untilReady(page)
    await page.getByText(entrance.signedOut).waitFor()

    // Without the group at the next sign-in, for which the provider asks for the name again, the item is gone.
    says([])
    await signIn()
    await page.getByText(items.firstTitle).waitFor()
    await emma.go(handbook)
    await page.getByText(ask.signedIn('Emma Watts')).waitFor()
    expect(await page.getByText('Thirty days a year.').count()).toBe(0)
  })

  story('a session that ends at the provider ends in the open page, which says so and leads back', async () => {
    const { page, context } = emma
    await context.clearCookies()
    says(['writers'])
    await emma.open(`/user/login?redirect=${encodeURIComponent(handbook)}`)
    await signIn(handbook)
    await page.getByText('Thirty days a year.').waitFor()
    const there = await context.newPage()
    await there.goto(`${oidc.url}/session/end`)
    await there.getByRole('button', { name: 'Yes, sign me out' }).click()
    await there.getByText('Sign-out Success').waitFor()
    await there.close()
    await page.getByRole('treeitem', { name: 'Travel' }).click()
    await page.getByText(entrance.sessionEnded).waitFor()
    // Nothing that the person has read is shown again.
    const { pathname, search } = new URL(page.url())
    await page.goBack()
    await page.getByLabel(visit.password, { exact: true }).waitFor()
    expect(await page.getByText('Thirty days a year.').count()).toBe(0)
    await emma.go(pathname + search)
    await signIn(handbook)
    await page.getByText('By train, if possible.').waitFor()
    expect(emma.browserErrors).toEqual([])
  })

  story.skipIf(!hasSlapd)('an administrator looks into the directory and sees who has left it (needs slapd)', async () => {
    const { page } = admin
    await admin.call('adminSetting/saveLdapConfig', { ldap_open: '1', ldap_gone: 'tell', ldap_form: JSON.stringify(slapd?.form()) })
    const [wang, chen] = [await site.visitor(language), await site.visitor(language)]
    await wang.call('user/login', { username: 'wang', password: 'hush-hush-wang' })
    await chen.call('user/login', { username: 'chen', password: 'hush-hush-chen' })
    await slapd?.asRoot((client) => client.del(`uid=wang,${USERS_DN}`))
    await admin.go('/admin/index?section=login')
    await press(page, look.now)
    const gone = page.getByRole('list', { name: look.gone })
    await gone.getByText('王小明').waitFor()
    await gone.getByRole('link', { name: look.findOne('王小明 (wang)') }).click()
    await page.getByRole('row').filter({ hasText: 'wang' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect([admin.browserErrors, await wang.call('user/info', {})]).toMatchObject([[], { username: 'wang' }])
  })
})
