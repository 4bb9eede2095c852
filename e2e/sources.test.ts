import { expect } from 'vitest'
import { fieldWords } from '../web/src/reading/field-words/field-words.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { renamedWords } from '../web/src/source/decisions.words.ts'
import { detachWords, sourcesWords, sourceWords, uploadWords } from '../web/src/source/source.words.ts'
import { compareWords } from '../web/src/source/versions/compare.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

/** A description whose operations are /things/0, /things/1 …, with these words at the field `quantity`; one can have another address. */
const description = (count: number, version: string, quantity = 'How many pieces', moved = -1) => {
  const body = { type: 'object', properties: { quantity: { type: 'integer', description: quantity } } }
  const operation = (n: number) => ({
    post: {
      operationId: n === moved ? 'third' : `thing${n}`,
      summary: `Thing ${n}`,
      tags: ['Things'],
      requestBody: { content: { 'application/json': { schema: body } } },
      responses: { 200: { description: 'Done' } },
    },
  })
  const paths = Object.fromEntries(Array.from({ length: count }, (_, n) => [n === moved ? '/things/third' : `/things/${n}`, operation(n)]))
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Things API', version }, paths })
  return { name: 'things.json', mimeType: 'application/json', buffer: Buffer.from(text) }
}

story.for(testLanguages('zh'))('pages follow the description of an API and keep the words of people, in %s', async (language, { site }) => {
  const [t, one, up, reading] = [sourcesWords[language], sourceWords[language], uploadWords[language], readingWords[language]]
  const writer = await site.user('writer', language)
  const { page } = writer
  const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Shop' })
  const file = page.locator('input[type=file]').first()
  const dialog = page.getByRole('dialog')
  const more = async (name: string) => {
    await page.getByRole('button', { name: reading.more, exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  // The first source, from the menu of the item.
  await writer.open(`/${item_id}`)
  await more(reading.sources)
  await page.getByRole('button', { name: t.add }).click()
  await file.setInputFiles(description(10, '1.0'))
  expect(await dialog.getByLabel(up.name, { exact: true }).inputValue()).toBe('things')
  await dialog.getByRole('button', { name: up.add, exact: true }).click()
  await dialog.getByText(up.applied).waitFor()
  await dialog.getByRole('link', { name: up.toPages }).click()
  await page
    .getByRole('treeitem', { name: /Things/ })
    .first()
    .click()
  await page.getByRole('treeitem', { name: /Thing 3/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Thing 3' }).waitFor()
  await page.getByText('How many pieces').first().waitFor()

  // Words above the block and in it; the editor has the block, readers have the part.
  const page_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await writer.go(`/page/edit/${item_id}/${page_id}`)
  const text = page.locator('.cm-content')
  await text.getByText('operation things thing3').waitFor()
  const preview = page.locator('.ed-preview')
  await preview.getByText('How many pieces').waitFor()
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Orders are final.\n\n')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  // The menu names the places of the part; the preview shows the words while they are typed.
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('quan')
  await page.getByRole('option', { name: /body\.quantity\+/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await text.getByText('body.quantity+:').waitFor()
  await page.keyboard.type('At most 999.')
  await preview.getByText('At most 999.').waitFor()
  await page.keyboard.press('Control+s')
  await page
    .getByText(/Saved \d\d:\d\d|已保存/)
    .first()
    .waitFor()
  await writer.go(`/${item_id}/${page_id}`)
  for (const words of ['Orders are final.', 'How many pieces', 'At most 999.']) await page.getByText(words).first().waitFor()

  // The words are changed in place.
  const fields = fieldWords[language]
  await page.getByRole('button', { name: fields.change('body.quantity') }).click()
  const inPlace = page.getByRole('textbox', { name: fields.text('body.quantity') })
  expect(await inPlace.inputValue()).toBe('At most 999.')
  await inPlace.fill('At most 99 pieces.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('At most 99 pieces.').first().waitFor()
  await inPlace.waitFor({ state: 'detached' })

  // A new version changes the page, and keeps the words.
  await writer.go(`/item/sources/${item_id}`)
  await page.getByRole('link', { name: 'things', exact: true }).click()
  await file.setInputFiles(description(10, '1.1', 'Pieces, a whole number'))
  await page.getByRole('button', { name: up.push }).click()
  await page.getByText(up.changed(11)).first().waitFor()
  await writer.go(`/${item_id}/${page_id}`)
  for (const words of ['Orders are final.', 'Pieces, a whole number', 'At most 99 pieces.']) await page.getByText(words).first().waitFor()

  // The two versions are compared, in both directions; the address keeps the choice.
  const compared = compareWords[language]
  await writer.go(`/item/sources/${item_id}`)
  await page.getByRole('link', { name: 'things', exact: true }).click()
  await page.getByRole('button', { name: compared.compare, exact: true }).click()
  await page.getByRole('region', { name: compared.result('1.0', '1.1') }).waitFor()
  await page.getByLabel(compared.to, { exact: true }).selectOption('1')
  await page.getByText(compared.itself).waitFor()
  await page.getByLabel(compared.from, { exact: true }).selectOption('2')
  await page.getByRole('region', { name: compared.result('1.1', '1.0') }).waitFor()
  expect(new URL(page.url()).search).toBe('?from=2&to=1')

  // An operation has another address and another id: a person says that it is the same, and its page goes on with the words.
  await writer.go(`/item/sources/${item_id}`)
  await page.getByRole('link', { name: 'things', exact: true }).click()
  await file.setInputFiles(description(10, '1.2', 'Pieces, a whole number', 3))
  await page.getByRole('button', { name: up.push }).click()
  const former = renamedWords[language]
  const asked = page.getByRole('region', { name: former.title })
  await asked.locator('code', { hasText: 'POST /things/third' }).waitFor()
  await asked.getByRole('button', { name: former.about(former.yes, 'POST /things/third'), exact: true }).click()
  await asked.waitFor({ state: 'detached' })
  await writer.go(`/${item_id}/${page_id}`)
  for (const words of ['/things/third', 'At most 99 pieces.']) await page.getByText(words).first().waitFor()

  // A version that loses too much is held; a manager applies it. The page with words stays.
  await writer.go(`/item/sources/${item_id}`)
  await page.getByRole('link', { name: 'things', exact: true }).click()
  await file.setInputFiles(description(3, '2.0'))
  await page.getByRole('button', { name: up.push }).click()
  const held = page.getByRole('region', { name: one.heldTitle('2.0') })
  await held.getByText('Thing 9').waitFor()
  await held.getByRole('button', { name: one.apply }).click()
  await dialog.getByRole('button', { name: one.apply }).click()
  await held.waitFor({ state: 'detached' })
  await writer.go(`/${item_id}/${page_id}`)
  await page.getByText('Orders are final.').waitFor()
  await page.getByText(/2\.0/).first().waitFor()
  expect(await page.getByRole('treeitem', { name: /Thing 9/ }).count()).toBe(0)

  // The page becomes plain text.
  await more(reading.detach)
  await dialog.getByRole('button', { name: detachWords[language].action }).click()
  await dialog.waitFor({ state: 'detached' })
  const { page_content } = await writer.call<{ page_content: string }>('page/info', { page_id, raw: '1' })
  expect(page_content).not.toContain('```operation')
  expect(page_content).toContain('At most 99 pieces.')
  expect(writer.browserErrors).toEqual([])
  await writer.context.close()
})
