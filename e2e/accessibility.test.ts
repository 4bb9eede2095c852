import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { itemsWords as adminItems } from '../web/src/admin/items/items.words.ts'
import { usersWords } from '../web/src/admin/users/users.words.ts'
import { catalogWords } from '../web/src/catalog/catalog.words.ts'
import { templateWords } from '../web/src/editor/tools.words.ts'
import { settingWords } from '../web/src/item-settings/screen.words.ts'
import { groupWords } from '../web/src/items/groups/screen.words.ts'
import { memberWords } from '../web/src/member/member.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { teamWords } from '../web/src/team/team.words.ts'
import { rowWords } from '../web/src/ui/list.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { axeViolations } from './axe.ts'
import { untilSettled } from './settled.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

/*
 * Checks every screen, dialog and menu with axe: wide, on a phone, and in the dark theme for contrast. `npm run screens` does the same
 * with oversized content.
 */

const text = `Words with a [link](https://example.com).

\`POST https://example.com/orders\`

- [ ] open
- [x] done

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| id | string | yes | A number |

\`\`\`json
{ "id": 1, "more": null }
\`\`\`

> [!NOTE]
> A note[^1].

[^1]: And its foot.
`

let visitor: TestUser
let admin: TestUser
const ids: Record<string, string> = {}

story.beforeAll(async ({ start }) => {
  const site = await start()
  visitor = await site.visitor('en')
  admin = await site.admin('en')
  const make = <T>(path: string, form: Record<string, string>) => admin.call<T>(path, form)
  const item = async (form: Record<string, string>) => (await make<{ item_id: string }>('item/add', form)).item_id
  ids['item'] = await item({ item_name: 'Guide' })
  ids['empty'] = await item({ item_name: 'Nothing yet' })
  ids['sheet'] = await item({ item_name: 'Prices', item_type: '4' })
  ids['locked'] = await item({ item_name: 'Closed', password: 'seal' })
  const form = { item_id: ids['item'], page_title: 'Start' }
  ids['page'] = (await make<{ page_id: string }>('page/save', { ...form, page_content: text })).page_id
  await make('page/save', { ...form, page_id: ids['page'], page_content: `${text}\nMore.` })
  const { cat_id } = await make<{ cat_id: string }>('catalog/save', { item_id: ids['item'], cat_name: 'Part' })
  await make('page/save', { item_id: ids['item'], cat_id, page_title: 'Next', page_content: 'Words.' })
  const single = await make<{ unique_key: string }>('page/createSinglePage', { page_id: ids['page'], isCreateSiglePage: 'true' })
  ids['key'] = single.unique_key
  ids['history'] = (await make<{ page_history_id: string }[]>('page/history', { page_id: ids['page'] }))[0]?.page_history_id ?? ''
  const proposed = { page_id: ids['page'], base_version: '2', page_title: 'Start', page_content: `${text}\nLess.`, reason: 'Shorter' }
  ids['suggestion'] = (await make<{ suggestion_id: string }>('suggestion/save', proposed)).suggestion_id
  const subjects = JSON.stringify([{ kind: 'item', subject_id: ids['item'] }])
  await make('review/set', { item_id: ids['item'], subjects, days: '90' })
  await make('feedback/saveSettings', { item_id: ids['item'], feedback_from: '2', feedback_show: '1' })
  await make('feedback/give', { page_id: ids['page'], feedback_type: '2', note: 'Words' })
  ids['team'] = (await make<{ id: string }>('team/save', { team_name: 'Logistics' })).id
  await make('itemGroup/save', { group_name: 'Shop', item_ids: ids['item'] })
  await make('template/save', { template_title: 'Minutes', template_content: 'Present:' })
  await make('adminUser/addUser', { uid: '', username: 'ben', password: 'correct horse 9', name: '' })
  await make('adminItem/attorn', { item_id: await item({ item_name: 'Accounts' }), username: 'ben' })
})

/** Opens a screen, unless it is already open without a dialog or menu. */
async function show(user: TestUser, path: string) {
  const { page } = user
  const wanted = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')
  const { pathname, search } = new URL(page.url(), 'http://nowhere')
  const hasOverlay = (await overlays(page).count()) > 0
  if (pathname + search === wanted && !hasOverlay) return
  await (hasOverlay ? user.open(wanted) : user.go(wanted))
  await untilSettled(page)
}

const OVERLAYS = 'dialog[open], [role=dialog], [role=menu], [role=listbox], aside.ed-side, .ed-bubble'
/** The visible dialogs, menus, lists and side panels. */
const overlays = (page: Page) => page.locator(OVERLAYS).filter({ visible: true })

const CONTRAST = 'color-contrast'
/** Changes between the light and the dark theme. Returns the new one. Without motion, colors change in the same frame. */
async function changeTheme(page: Page) {
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark'
    return dataset['theme']
  })
}

/** All violations in the current theme, then those of contrast in the other one. */
async function inBothThemes({ page }: TestUser) {
  const violations = await axeViolations(page)
  const theme = await changeTheme(page)
  return [...violations, ...(await axeViolations(page, { only: CONTRAST })).map((line) => `${theme}: ${line}`)]
}

describe('axe finds no violation', () => {
  story.for([
    '/',
    '/user/login',
    '/user/secondStep?trust_days=30',
    '/user/register',
    '/user/setup',
    '/user/resetPassword',
    '/user/ResetPasswordByUrl?uid=1&email=a%40example.com&token=x',
    '/item/password/{locked}',
    '/{item}/{page}',
    '/p/{key}',
    '/no/such/page',
  ])('for an anonymous visitor on %s', async (path) => {
    await show(visitor, path)
    expect(await inBothThemes(visitor)).toEqual([])
  })

  story.for([
    '/item/index',
    '/item/add',
    '/item/group/index',
    '/{item}/{page}',
    '/{empty}',
    '/{sheet}',
    '/page/edit/{item}/{page}',
    '/page/diff/{page}/{history}',
    '/page/suggest/{item}/{page}',
    '/page/suggestion/{suggestion}',
    '/item/suggestion/{item}',
    '/item/feedback/{item}',
    '/item/changes/{item}',
    '/item/truth/{item}',
    '/item/review/{item}',
    '/item/review/{item}?tab=report',
    '/review',
    '/item/sources/{item}',
    '/item/sources/{item}?add=1',
    '/catalog/{item}',
    '/item/export/{item}',
    '/item/export/{item}/print',
    '/item/setting/{item}?tab=basic',
    '/item/setting/{item}?tab=members',
    '/item/setting/{item}?tab=public',
    '/item/setting/{item}?tab=talk',
    '/item/setting/{item}?tab=webhooks',
    '/item/setting/{item}?tab=advanced',
    '/item/setting/{item}?tab=environments',
    '/item/setting/{item}?tab=api',
    '/item/setting/{item}?tab=recycle',
    '/notice/index',
    '/team/index',
    '/team/member/{team}',
    '/team/item/{team}',
    '/attachment/index',
    '/user/setting',
    '/user/security',
    '/user/tokens',
    '/user/watching',
    '/admin/index?section=overview',
    '/admin/index?section=users',
    '/admin/index?section=items',
    '/admin/index?section=attachments',
    '/admin/index?section=login',
    '/admin/index?section=programs',
    '/admin/index?section=webhooks',
    '/admin/index?section=settings',
    '/admin/index?section=showdoc',
    '/admin/index?section=messages',
    '/admin/index?section=log',
    '/admin/index?section=update',
  ])('for an administrator on %s', async (path) => {
    await show(admin, path)
    expect(await inBothThemes(admin)).toEqual([])
  })
})

const reading = readingWords.en
const editor = editorWords.en
const catalogs = catalogWords.en
const setting = settingWords.en

const begins = (name: string) => new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** Presses the button of this name, or on a narrow screen the entry of the menu. */
const press =
  (name: string, menu = reading.more) =>
  async (page: Page) => {
    const button = page.getByRole('button', { name: begins(name) }).filter({ visible: true })
    if ((await button.count()) > 0) return button.first().click()
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: begins(name) }).click()
  }

/** Types a slash on a new line of the text. */
async function slash(page: Page) {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\n/')
}

async function selectAll(page: Page) {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
}

describe.each([1440, 390])('axe finds no violation in a dialog or menu, %i wide', (width) => {
  /** Colors do not depend on the width, and the screens above check those of the page behind. */
  async function violations({ page }: TestUser) {
    const found = await axeViolations(page, { without: CONTRAST })
    if (width === 390) return found
    const colors = () => axeViolations(page, { within: `${OVERLAYS}, [aria-expanded=true]`, only: CONTRAST })
    found.push(...(await colors()))
    const theme = await changeTheme(page)
    return [...found, ...(await colors()).map((line) => `${theme}: ${line}`)]
  }
  beforeAll(async () => {
    await admin.page.setViewportSize({ width, height: 900 })
    // Menus and dialogs are laid out for the width at which they open.
    await admin.page.goto('about:blank')
  })

  story.for<[string, string, (page: Page) => Promise<unknown>]>([
    ['the share popover', '/{item}/{page}', press(reading.share)],
    ['the page menu', '/{item}/{page}', press(reading.more)],
    ['the confirmation of deleting a page', '/{item}/{page}', press(reading.deletePage)],
    ['the import into an item', '/{item}/{page}', press(reading.importHere)],
    ['the dialog that moves a page', '/{item}/{page}', press(reading.movePage)],
    ['the history of a page', '/{item}/{page}', press(reading.history)],
    ['the search palette', '/{item}/{page}', (page) => page.keyboard.press('Control+k')],
    ['the user menu', '/item/index', press(width === 390 ? uiWords.en.menu : uiWords.en.account('admin'))],
    ['a new catalog', '/catalog/{item}', press(catalogs.newCatalog)],
    ['the menu of a catalog', '/catalog/{item}', press(catalogs.actions('Part'))],
    ['the confirmation of deleting a catalog', '/catalog/{item}', press(catalogs.remove, catalogs.actions('Part'))],
    ['the dialog that moves pages', '/catalog/{item}', press(catalogs.movePages)],
    ['the history in the side panel of the editor', '/page/edit/{item}/{page}', press(editor.history)],
    ['the attachments in the side panel of the editor', '/page/edit/{item}/{page}', press(editor.files)],
    ['the mock of a page', '/page/edit/{item}/{page}', press(editor.mock)],
    ['the page menu of the editor', '/page/edit/{item}/{page}', press(editor.more)],
    ['the menu of elements and templates', '/page/edit/{item}/{page}', press(editor.insertMore)],
    ['the templates', '/page/edit/{item}/{page}', press(templateWords.en.more, editor.insertMore)],
    ['the menu under a slash', '/page/edit/{item}/{page}', slash],
    ['the marks over a selection', '/page/edit/{item}/{page}', selectAll],
    [
      'the users to add to an item',
      '/item/setting/{item}?tab=members',
      (page) => page.getByRole('combobox', { name: memberWords.en.addPeople }).click(),
    ],
    ['the confirmation of transferring an item', '/item/setting/{item}?tab=advanced', press(setting.attornOpen)],
    ['the confirmation of deleting an item', '/item/setting/{item}?tab=advanced', press(setting.deleteOpen)],
    ['a new group', '/item/group/index', press(groupWords.en.add)],
    ['a new team', '/team/index', press(teamWords.en.add)],
    ['a new account', '/admin/index?section=users', press(usersWords.en.add)],
    ['the confirmation of deleting an account', '/admin/index?section=users', press(usersWords.en.delete, rowWords.en.more('ben'))],
    ['the choice of the new owner of an item', '/admin/index?section=items', press(adminItems.en.transfer, rowWords.en.more('Accounts'))],
  ])('%s', async ([, path, act]) => {
    const { page } = admin
    await show(admin, path)
    await act(page)
    await overlays(page).first().waitFor()
    await untilSettled(page)
    expect(await violations(admin)).toEqual([])
    await page.keyboard.press('Escape')
  })
})

/* In a wide window, the screens above include these. */
story.for(['basic', 'members', 'advanced', 'api', 'recycle'])('axe finds no violation on a phone in the item settings, %s', async (tab) => {
  await admin.page.setViewportSize({ width: 390, height: 900 })
  await show(admin, `/item/setting/{item}?tab=${tab}`)
  expect(await axeViolations(admin.page, { without: CONTRAST })).toEqual([])
})
