import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { historyWords } from '../web/src/versions/history/history.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { root } from './product.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

/* A window that was opened before an update: the server no longer has the files of its build. */
let writer: TestUser
story.beforeAll(async ({ site }) => {
  writer = await site.user('writer', 'en')
})

/** The built files of these modules. */
function builtOf(modules: string[]): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.en.json'), 'utf8')) as Record<string, { file: string }>
  return modules.map((name) => manifest[`src/${name}`]?.file ?? expect.fail(`${name} has no file of its own`))
}

/** Returns 404 for files of this build until the next navigation, which loads the new build. */
async function update(page: Page) {
  const files = builtOf(['main.tsx', 'items/groups/screen.tsx', 'editor/panels/history.tsx'])
  const gone = ({ pathname }: URL) => files.some((file) => pathname.endsWith(`/${file}`))
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }))
  const loads = { count: 0 }
  page.on('request', async (request) => {
    if (!request.isNavigationRequest()) return
    loads.count += 1
    await page.unroute(gone)
  })
  return loads
}

story('a window opened before an update reloads once and shows the requested screen', async () => {
  const { page } = writer
  await writer.open('/item/index')
  const loads = await update(page)
  await page.evaluate(() => history.pushState(null, '', '/item/group/index'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: null })))
  await page.getByRole('heading', { level: 1, name: uiWords.en.groups }).waitFor()
  expect(loads.count).toBe(1)
})

story('a dialog that cannot load after an update does not discard the typed text', async () => {
  const { page } = writer
  const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Orders' })
  const { page_id } = await writer.call<{ page_id: string }>('page/save', {
    item_id,
    page_title: 'States',
    page_content: 'Open.',
  })
  await page.goto(`/page/edit/${item_id}/${page_id}`)
  const text = page.getByRole('textbox', { name: editorWords.en.text })
  await text.click()
  await page.keyboard.type('Not saved yet. ')
  const loads = await update(page)
  await page.getByRole('button', { name: editorWords.en.more, exact: true }).click()
  await page.getByRole('menuitem', { name: editorWords.en.history, exact: true }).click()
  await page.getByRole('alert').getByText(uiWords.en.newVersionTitle).waitFor()
  expect(await text.innerText()).toContain('Not saved yet.')
  expect(loads.count).toBe(0)

  await page.keyboard.press('Control+s')
  await page.getByText(editorWords.en.saved('').trim(), { exact: false }).first().waitFor()
  await page.getByRole('button', { name: uiWords.en.loadAgain }).click()
  await text.getByText('Not saved yet.').waitFor()
  await page.getByRole('button', { name: editorWords.en.more, exact: true }).click()
  await page.getByRole('menuitem', { name: editorWords.en.history, exact: true }).click()
  await page.getByRole('complementary', { name: historyWords.en.history }).waitFor()
})
