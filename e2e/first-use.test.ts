import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { addItemWords } from '../web/src/items/add/add-item.words.ts'
import { firstStepsWords } from '../web/src/items/first-steps/first-steps.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { languages, testLanguages, untilReady } from './browser.ts'
import { root } from './product.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'
import { zipFolder } from './zip.ts'

const realManual = join(root, 'testdata/vue-docs-zh/src')

/** The main use case: from a new installation to a page that a visitor reads. */
describe.each(languages)('the first use of a new installation, in %s', (language) => {
  let site: Site
  let anna: TestUser
  const [steps, add, reading, editor, entrance] = [
    firstStepsWords[language],
    addItemWords[language],
    readingWords[language],
    editorWords[language],
    authWords[language],
  ]
  let address = ''

  story.beforeAll(async ({ start }) => {
    site = await start({})
    anna = await site.visitor(language)
  })

  story('creates the administrator with the link that the first start prints', async () => {
    const [link = ''] = /http\S+\/user\/setup\?token=\w+(?=\s)/.exec(await site.printed(/setup\?token=\w+\s/)) ?? []
    await anna.page.goto(link)
    await anna.page.getByLabel(entrance.username, { exact: true }).fill('anna')
    await anna.page.getByLabel(entrance.password, { exact: true }).fill('bamboo and cord 7')
    await anna.page.getByLabel(entrance.confirm, { exact: true }).fill('bamboo and cord 7')
    await anna.page.getByRole('button', { name: entrance.setupDo }).click()
    await anna.page.waitForURL('**/item/index')
    await anna.page.getByRole('heading', { name: steps.title }).waitFor()
  })

  story('imports the Sheaf manual and shows what was imported', async () => {
    const zip = zipFolder(join(root, 'docs/manual', language), 'manual.zip', 'Sheaf manual')
    await anna.page.getByRole('link', { name: steps.import }).click()
    await anna.page.locator('input[type=file]').setInputFiles(zip)
    await anna.page.getByRole('heading', { name: add.imported('Sheaf manual') }).waitFor()
    expect(await anna.page.getByText(add.nothingSkipped).count()).toBe(1)
    await anna.page.getByRole('link', { name: add.openItem }).click()
    await anna.page.locator('article h1').waitFor()
    await untilReady(anna.page)
    address = new URL(anna.page.url()).pathname
    expect(await anna.page.getByRole('treeitem').count()).toBeGreaterThanOrEqual(4)
  })

  story('shows a page with its change after an edit', async () => {
    await anna.page.keyboard.press('Control+e')
    const text = anna.page.getByRole('textbox', { name: editor.text })
    await text.click()
    await anna.page.keyboard.press('Control+End')
    await anna.page.keyboard.type(language === 'zh' ? '\n\n我们在评审时补充了这一段。' : '\n\nWe added this paragraph in the review.')
    await anna.page.getByText(editor.unsaved).waitFor()
    await anna.page.keyboard.press('Control+s')
    await anna.page.getByText(editor.saved('').trim(), { exact: false }).first().waitFor()
    await anna.page.getByRole('link', { name: editor.back }).click()
    await anna.page
      .locator('article')
      .getByText(language === 'zh' ? '我们在评审时补充了这一段' : 'We added this paragraph')
      .waitFor()
  })

  story('shows the page to an anonymous visitor', async () => {
    const visitor = await site.visitor(language)
    await visitor.page.goto(address)
    await visitor.page.getByText(language === 'zh' ? '我们在评审时补充了这一段' : 'We added this paragraph').waitFor()
    await visitor.page.getByRole('link', { name: reading.logIn, exact: true }).waitFor()
    expect(await visitor.page.getByRole('link', { name: reading.edit, exact: true }).count()).toBe(0)
    expect(visitor.browserErrors).toEqual([])
    await visitor.context.close()
  })

  // The manual is Chinese; the screens that show it are those above.
  if (!testLanguages('zh').includes(language)) return

  describe('with the 81 pages of a real manual', () => {
    story('imports all pages', async () => {
      const zip = zipFolder(realManual, 'vue.zip', 'Vue 手册')
      // The test data has no pictures.
      await anna.page.route('**/images/*.png', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      )
      await anna.page.goto('/item/add?tab=import')
      await anna.page.locator('input[type=file]').setInputFiles(zip)
      await anna.page.getByRole('heading', { name: add.imported('Vue 手册') }).waitFor()
      await anna.page.getByText(add.pages(81)).first().waitFor()
      await anna.page.getByRole('link', { name: add.openItem }).click()
      await anna.page.locator('article h1').waitFor()
    })

    story('preserves the tree, the links and the code', async () => {
      const { page } = anna
      const tree = page.getByRole('tree')
      await tree.getByRole('treeitem', { name: 'guide', exact: true }).click()
      await tree.getByRole('treeitem', { name: 'essentials', exact: true }).click()
      await tree.getByRole('treeitem', { name: '计算属性', exact: true }).click()
      await page.getByRole('heading', { name: '计算属性', level: 1 }).waitFor()
      expect(await page.locator('article .code').count()).toBeGreaterThan(10)
      expect(await page.locator('article .code code').first().innerText()).toContain(
        "\n      author: {\n        name: 'John Doe',\n        books: [\n",
      )
      expect(await page.locator('article .code .hljs-string').count()).toBeGreaterThan(10)
      await page.locator('article a', { hasText: '侦听器' }).first().click()
      await page.getByRole('heading', { name: '侦听器', level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/\d+\/\d+$/)
    })

    story.for([
      ['响应式', /响应式/],
      ['组件', /组件/],
    ] as const)('finds %s with the best matches first', async ([word, title]) => {
      const { page } = anna
      await page.getByRole('searchbox', { name: reading.filter }).fill(word)
      const hits = page.getByRole('tree', { name: reading.found }).getByRole('treeitem')
      await expect.poll(async () => (await hits.allInnerTexts()).slice(0, 5).filter((hit) => title.test(hit)).length).toBe(5)
      await hits.first().click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('button', { name: reading.clear }).click()
    })

    story('causes no console errors', () => {
      expect(anna.browserErrors).toEqual([])
    })
  })
})
