import { expect } from 'vitest'
import { fieldWords } from '../web/src/reading/field-words/field-words.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { changeWords, sourcesWords, uploadWords } from '../web/src/source/source.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

const column = (name: string, type: string, comment = '') => ({ name, type, comment, nullable: false })

/** The structure of a shop as sheaf-push sends it: orders of customers. */
function snapshot(type = 'varchar(20)', more: object[] = []) {
  const key = { name: 'k', columns: ['customer_id'], schema: 'public', table: 'customers', references: ['id'] }
  const primary = [{ name: 'p', columns: ['id'], unique: true, primary: true }]
  const table = (name: string, columns: object[], foreignKeys: object[] = []) => {
    const rest = { indexes: primary, foreignKeys, checks: [], comment: '' }
    return { schema: 'public', name, kind: 'table', columns: [column('id', 'bigint'), ...columns], ...rest }
  }
  const tables = [
    table('customers', [column('email', 'text', 'Where letters go')]),
    table('orders', [column('customer_id', 'bigint'), column('state', type), ...more], [key]),
  ]
  const text = JSON.stringify({
    sheaf: 'database',
    form: 2,
    kind: 'postgres',
    name: 'shop',
    mainSchema: 'public',
    id: '',
    tables,
    enums: [],
  })
  return { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(text) }
}

const texts = {
  en: {
    overview: 'Database overview',
    describe: 'Describe it',
    coverage: /60% described: 20% in the database, 40% here/,
    columns: 'Columns',
    drift: /production has no column/,
  },
  zh: {
    overview: '数据库总览',
    describe: '补充说明',
    coverage: /60% 有说明：20% 来自数据库，40% 在此补充/,
    columns: '字段',
    drift: /production 没有字段/,
  },
}

story.for(testLanguages('en'))('a dictionary follows a database and keeps the words of people, in %s', async (language, { site }) => {
  const [t, up, fields, own] = [sourcesWords[language], uploadWords[language], fieldWords[language], texts[language]]
  const writer = await site.user('writer', language)
  const { page } = writer
  const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Shop' })
  const file = page.locator('input[type=file]').first()
  const dialog = page.getByRole('dialog')

  // The structure is uploaded; it asks for no kind of pages.
  await writer.open(`/${item_id}`)
  await page.getByRole('button', { name: readingWords[language].more, exact: true }).click()
  await page.getByRole('menuitem', { name: readingWords[language].sources }).click()
  await page.getByRole('button', { name: t.add }).click()
  await file.setInputFiles(snapshot())
  await dialog.getByText(up.database).waitFor()
  expect(await dialog.getByLabel(up.name, { exact: true }).inputValue()).toBe('shop')
  expect(await dialog.getByText(up.views).count()).toBe(0)
  await dialog.getByRole('button', { name: up.add, exact: true }).click()
  await dialog.getByText(up.applied).waitFor()
  await dialog.getByRole('link', { name: up.toPages }).click()

  // A table, with a link to the table that its key leads to, and a diagram.
  await page.getByRole('treeitem', { name: 'orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor()
  await page.getByRole('heading', { level: 2, name: own.columns }).waitFor()
  await page.locator('.diagram svg, .mermaid svg').first().waitFor()
  const page_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // A column without words invites to describe it.
  await page.getByRole('button', { name: `${own.describe}: state` }).click()
  await page.getByRole('textbox', { name: fields.text('state') }).fill('Open or **paid**.')
  await page.keyboard.press('Control+Enter')
  await page.locator('#state strong', { hasText: 'paid' }).waitFor()
  await page.getByRole('button', { name: fields.write(fields.table), exact: true }).click()
  await page.getByRole('textbox', { name: fields.text(fields.table) }).fill('One row per order.')
  await page.keyboard.press('Control+Enter')
  await page.locator('.lead-words').getByText('One row per order.').waitFor()
  await page.locator('#customer_id').getByRole('link', { name: 'customers' }).click()
  await page.getByRole('heading', { level: 1, name: 'customers' }).waitFor()
  await page.getByText('Where letters go').waitFor()

  // The overview counts both, and so does the list of sources.
  await page.getByRole('treeitem', { name: own.overview }).click()
  await page.getByText(own.coverage).waitFor()
  await page.getByText('One row per order.').waitFor()
  await writer.go(`/item/sources/${item_id}`)
  await page.getByText(own.coverage).waitFor()

  // A new version changes the page and keeps the words.
  await page.getByRole('link', { name: 'shop', exact: true }).click()
  await file.setInputFiles(snapshot('text', [column('note', 'text')]))
  await page.getByRole('button', { name: up.push }).click()
  await page.getByRole('heading', { name: changeWords[language].titleDatabase }).waitFor()
  await page
    .getByText(/varchar\(20\).* text/)
    .first()
    .waitFor()
  await writer.go(`/${item_id}/${page_id}`)
  await page.locator('#note').waitFor()
  await page.locator('#state').getByText('text', { exact: true }).waitFor()
  await page.locator('#state strong', { hasText: 'paid' }).waitFor()
  const { page_content } = await writer.call<{ page_content: string }>('page/info', { page_id, raw: '1' })
  expect(page_content).toBe('```table shop public.orders\nstate: Open or **paid**.\ntable: One row per order.\n```\n')

  // A build sends another instance, which lacks the new column: the page of the table says so, and stays as it is.
  const pair = await writer.call<{ api_key: string; api_token: string }>('item/getKey', { item_id })
  const other = { api_key: pair.api_key, api_token: pair.api_token, name: 'shop', instance: 'production', file: snapshot('text') }
  const pushed = await writer.context.request.post(`${site.url}/api/open/pushSource`, { multipart: other })
  expect(await pushed.json()).toMatchObject({ error_code: 0, data: { state: 'applied' } })
  await writer.open(`/${item_id}/${page_id}`)
  await page.getByText(own.drift).first().waitFor()
  await page.locator('#note').waitFor()
  expect(writer.browserErrors).toEqual([])
  await writer.context.close()
})
