// Every screen of web/src/routes.tsx with its dialogs and menus, for scripts/screens.mjs. e2e/accessibility.test.ts covers the same screens.
import { consoleScreens } from './screens-console.mjs'
import { feedbackScreens } from './screens-feedback.mjs'
import { programScreens } from './screens-programs.mjs'
import { providerScreens } from './screens-providers.mjs'
import { reviewScreens } from './screens-review.mjs'
import { sheetPanels } from './screens-sheet.mjs'
import { sourceScreens } from './screens-sources.mjs'
import { tableScreens } from './screens-tables.mjs'
import { togetherScreens } from './screens-together.mjs'
import { truthScreens } from './screens-truth.mjs'
import { writingScreens } from './screens-writing.mjs'

const adminParts = [
  'overview',
  'users',
  'items',
  'attachments',
  'login',
  'programs',
  'webhooks',
  'settings',
  'showdoc',
  'messages',
  'log',
  'update',
]
const settingParts = ['basic', 'members', 'public', 'talk', 'webhooks', 'advanced', 'api', 'recycle']

const press = (name) => (page) => page.getByRole('button', { name }).first().click()
/** Two rows of the catalogs, and what is done with them. */
const selected = (act) => async (page) => {
  await press(/^Select$|^选择$/)(page)
  for (const at of [1, 2]) await page.getByRole('row').nth(at).click()
  await act?.(page)
}
/** The selection is held over another row. */
async function dragged(page) {
  const [from, to] = [await page.getByRole('row').nth(1).boundingBox(), await page.getByRole('row').nth(8).boundingBox()]
  if (!from || !to) return
  await page.mouse.move(from.x + 120, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 120, to.y + 20, { steps: 8 })
}
const menu = (name) => async (page) => {
  await page
    .getByRole('button', { name: /^(More|更多)/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name }).first().click()
}

const textDisplay = async (page) => {
  if ((page.viewportSize()?.width ?? 0) < 1000) return menu(/Text display|阅读设置/)(page)
  await press(/Text display|阅读设置/)(page)
}

const files = menu(/Attachments|附件/)
const history = menu(/^(History|历史)/)
const share = async (page) => {
  if ((page.viewportSize()?.width ?? 0) < 1000) return menu(/Share|分享/)(page)
  await press(/^(Share|分享)/)(page)
}

const describe = (page) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'openapi.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from('openapi: 3.1.0\ninfo:\n  title: Orders\n  version: 1.4.0\n'),
  })
/** The answer is made here, because each import would add an item to all other screens. */
const report = (item_id) => async (page) => {
  const skipped = [
    { name: 'callbacks.orderShipped', reason: 'unsupported' },
    { name: 'components/schemas/Money.yaml', reason: 'remote' },
  ]
  const counts = { catalogs: 3, pages: 14, updated: 0, unchanged: 0, files: 0, skipped }
  const json = { error_code: 0, data: { item_id, item_name: 'Orders', report: counts } }
  await page.route('**/api/import/auto', (route) => route.fulfill({ json }))
  await describe(page)
  await press(/^(Import|导入)$/)(page)
  await page.locator('.import-report').waitFor()
}

const slash = async (page) => {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\n/')
}
const selection = async (page) => {
  await page.locator('.cm-line').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
}

/** All screens: name, path, user (undefined for an anonymous visitor) and an optional action on the page. */
export function screensOf(ids, language) {
  const { item, page, cat } = ids[language]
  return [
    ['home', '/'],
    ['login', '/user/login'],
    ['register', '/user/register'],
    ['setup', '/user/setup'],
    ['reset-password', '/user/resetPassword'],
    ['reset-by-link', '/user/ResetPasswordByUrl?uid=1&email=a%40example.com&token=x'],
    ['verify-email', '/user/verifyEmail?uid=1&email=a%40example.com&token=x'],
    ['link-account', '/user/link'],
    ['item-password', `/item/password/${ids.locked}?redirect=%2F${ids.locked}`],
    ['item-closed', `/item/password/${ids.locked}?redirect=%2F${ids.locked}`, 'newcomer', press(/Ask for access|申请访问/)],
    ['item-asked', `/item/password/${ids.locked}?redirect=%2F${ids.locked}`, 'reader'],
    ['asks', `/item/setting/${ids.locked}?tab=members`, 'admin'],
    ['ask-give', `/item/setting/${ids.locked}?tab=members`, 'admin', press(/^(Give access to|为 .+ 授权)/)],
    ['reading-visitor', `/${item}/${page}`],
    ['shared-page', `/p/${ids.key}`],
    ['not-found', '/no/such/page'],
    ['item-missing', '/999999'],
    ['items-empty', '/item/index', 'newcomer'],
    ['groups-empty', '/item/group/index', 'newcomer'],
    ['teams-empty', '/team/index', 'newcomer'],
    ['notices-empty', '/notice/index?notice_type=unread', 'newcomer'],
    ['attachments-empty', '/attachment/index', 'newcomer'],
    ['admin-refused', '/admin/index', 'newcomer'],
    ['item-refused', `/item/setting/${item}`, 'newcomer'],
    ['items', '/item/index', 'admin'],
    ['personal', '/user/setting', 'admin'],
    ['programs', '/user/tokens', 'admin'],
    ['watching', '/user/watching', 'admin'],
    ['security', '/user/security', 'admin'],
    ['unsubscribe-invalid', '/user/unsubscribe/x'],
    ['reading-watch', `/${item}/${page}`, 'admin', press(/^(Watch(ing)?|已?关注)$/)],
    ['editor-minor', `/page/edit/${item}/${page}`, 'admin', press(/How to save|保存方式/)],
    ['add-item', '/item/add', 'admin'],
    ['add-copy', '/item/add?tab=copy', 'admin'],
    ['add-import', '/item/add?tab=import', 'admin'],
    ['add-import-api', '/item/add?tab=import', 'admin', describe],
    ['add-import-report', '/item/add?tab=import', 'admin', report(ids.api)],
    ['add-auto', '/item/add?tab=auto', 'admin'],
    ['groups', '/item/group/index', 'admin'],
    ['group-dialog', '/item/group/index', 'admin', press(/New group|新建分组|新建组/)],
    ['reading', `/${item}/${page}`, 'admin'],
    ['reading-more', `/${item}/${page}`, 'admin', press(/^(More|更多)/)],
    ['reading-look', `/${item}/${page}`, 'admin', textDisplay],
    ['reading-share', `/${item}/${page}`, 'admin', share],
    ['editor-files', `/page/edit/${item}/${page}`, 'admin', files],
    ['reading-import', `/${item}/${page}`, 'admin', menu(/Import|导入/)],
    ['reading-delete', `/${item}/${page}`, 'admin', menu(/Delete|删除/)],
    ['palette', `/${item}/${page}`, 'admin', (tab) => tab.keyboard.press('Control+k')],
    ['reading-hard', `/${ids.much}/${ids.hard}`, 'admin'],
    ['reading-api', `/${ids.api}/${ids.apiPage}`, 'admin'],
    ['reading-call', `/${ids.client}/${ids.call}`, 'admin'],
    ['item-empty', `/${ids.empty}`, 'admin'],
    ['single', `/${ids.single}`, 'admin'],
    ['sheet', `/${ids.sheet}`, 'admin'],
    ...Object.entries(sheetPanels).map(([name, act]) => [`sheet-${name}`, `/${ids.sheet}`, 'admin', act]),
    ['editor', `/page/edit/${item}/${page}`, 'admin'],
    ['editor-new', `/page/edit/${item}/0`, 'admin'],
    ['editor-hard', `/page/edit/${ids.much}/${ids.hard}`, 'admin'],
    ['editor-history', `/page/edit/${item}/${page}`, 'admin', history],
    ['editor-templates', `/page/edit/${item}/0`, 'admin', press(/^(Insert|插入)$/)],
    ['editor-more', `/page/edit/${item}/${page}`, 'admin', press(/^(More|更多)/)],
    ['editor-slash', `/page/edit/${item}/${page}`, 'admin', slash],
    ['editor-selection', `/page/edit/${item}/${page}`, 'admin', selection],
    ['diff', `/page/diff/${ids.en.page}/${ids.history}`, 'admin'],
    ['suggest', `/page/suggest/${item}/${page}`, 'admin'],
    ['suggestions', `/item/suggestion/${item}`, 'admin'],
    ['changes', `/item/changes/${item}`, 'admin'],
    ['catalog', `/catalog/${item}`, 'admin'],
    ['catalog-much', `/catalog/${ids.much}`, 'admin'],
    ['catalog-dialog', `/catalog/${item}`, 'admin', press(/New catalog|新建目录/)],
    ['catalog-select', `/catalog/${item}`, 'admin', selected()],
    ['catalog-drag', `/catalog/${item}`, 'admin', selected(dragged)],
    ['catalog-watch', `/catalog/${item}`, 'admin', selected(press(/^Watch…|^关注…/))],
    ...[
      ['catalog-move', /^Move…|^移动…/],
      ['catalog-delete-many', /^Delete…|^删除…/],
    ].map(([name, button]) => [
      name,
      `/catalog/${item}`,
      'admin',
      selected(async (page) => {
        await press(button)(page)
        await page.locator('.many-happens').waitFor()
      }),
    ]),
    ['admin-ldap', '/admin/index?section=login&way=ldap', 'admin'],
    ['export-selection', `/item/export/${item}?lines=${page}.c${cat}`, 'admin'],
    ['export', `/item/export/${item}?cat_id=${cat}`, 'admin'],
    ['print', `/item/export/${ids.api}/print`, 'admin'],
    ...settingParts.map((part) => [`setting-${part}`, `/item/setting/${item === ids.zh.item ? ids.en.item : item}?tab=${part}`, 'admin']),
    ['setting-much', `/item/setting/${ids.much}?tab=members`, 'admin'],
    ['notices', '/notice/index', 'admin'],
    ['teams', '/team/index', 'admin'],
    ['team-dialog', '/team/index', 'admin', press(/New team|Add team|新建团队/)],
    ['team-members', `/team/member/${ids.team}`, 'admin'],
    ['team-items', `/team/item/${ids.team}`, 'admin'],
    ['attachments', '/attachment/index', 'admin'],
    ['attachment-upload', '/attachment/index', 'admin', press(/Upload|上传/)],
    ['admin-users-add', '/admin/index?section=users', 'admin', press(/^(Add user|新建用户)$/)],
    ['admin-users-edit', '/admin/index?section=users', 'admin', press(/^(Edit|编辑) (?!admin)/)],
    ...adminParts.map((part) => [`admin-${part}`, `/admin/index?section=${part}`, 'admin']),
    ['admin-user-dialog', '/admin/index?section=users', 'admin', press(/New user|Add user|新建用户|添加用户/)],
    ...programScreens(ids, language),
    ...sourceScreens(ids),
    ...consoleScreens(ids),
    ...tableScreens(ids),
    ...truthScreens(ids),
    ...feedbackScreens(ids),
    ...reviewScreens(ids),
    ...togetherScreens(ids, language),
    ...providerScreens(ids),
    ...writingScreens(ids, language),
  ].map(([name, path, user, act]) => ({ name, path, user, act }))
}
