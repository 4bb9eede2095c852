import { describe, expect } from 'vitest'
import { attachmentWords } from '../web/src/attachment/attachment.words.ts'
import { rowWords } from '../web/src/ui/list.words.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { testLanguages } from './browser.ts'
import { PASSWORD, type TestUser } from './site.ts'
import { story } from './story.ts'

/** A picture of one point. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** In the page: copies a picture to the clipboard like a screenshot tool. */
const copyPicture = async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
  const draw = canvas.getContext('2d')
  if (draw) draw.fillRect(20, 20, 200, 90)
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (picture) await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
}

/** In the page: drops a file from outside the browser onto the text. */
const dropOnText = (name: string) => {
  const data = new DataTransfer()
  data.items.add(new File(['order,amount\n1,20\n'], name, { type: 'text/csv' }))
  const text = document.querySelector('.cm-content')
  const { left = 0, top = 0 } = text?.getBoundingClientRect() ?? {}
  for (const kind of ['dragover', 'drop'])
    text?.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true, clientX: left + 8, clientY: top + 8 }))
}

interface Row {
  display_name: string
}

describe.each(testLanguages('zh'))('attachments in %s', (language) => {
  const [files, editor] = [attachmentWords[language], editorWords[language]]
  let writer: TestUser
  let item_id = ''
  story.beforeAll(async ({ site }) => {
    writer = await site.user('writer', language)
    await writer.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    item_id = (await writer.call<{ item_id: string }>('item/add', { item_name: `Orders ${language}` })).item_id
  })

  story('a screenshot pasted into a new page is shown to readers', async () => {
    const { page } = writer
    await page.goto(`/page/edit/${item_id}/0`)
    await page.getByLabel(editor.title, { exact: true }).fill('Screens')
    await page.locator('.cm-content').click()
    await page.keyboard.type('Before ')
    await page.evaluate(copyPicture)
    await page.keyboard.press('Control+v')
    await page.keyboard.type(' after')
    await page.locator('.cm-content', { hasText: /Before !\[\]\(\S+\) after/ }).waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/page\/edit\/\d+\/[1-9]\d*$/)
    const page_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByRole('button', { name: editor.more, exact: true }).click()
    await page.locator('.ed-count', { hasText: '1' }).waitFor()
    await page.keyboard.press('Escape')
    const [picture] = await writer.call<Row[]>('page/uploadList', { page_id })
    expect(picture?.display_name).toMatch(/^screenshot-\d{8}-\d{6}\.png$/)

    await page.goto(`/${item_id}/${page_id}`)
    const shown = page.locator('.art img')
    await shown.waitFor()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  })

  story('a file dropped on the text is linked and attached, and deleting it requires confirmation', async () => {
    const { page } = writer
    const form = { item_id, page_title: 'Files', page_content: 'A text.\n' }
    const { page_id } = await writer.call<{ page_id: string }>('page/save', form)
    await page.goto(`/page/edit/${item_id}/${page_id}`)
    await page.locator('.cm-content').click()
    await page.evaluate(dropOnText, 'orders.csv')
    await page.locator('.cm-content', { hasText: '[orders.csv](' }).waitFor()
    await page.getByRole('button', { name: editor.more, exact: true }).click()
    await page.getByRole('menuitem', { name: editor.files }).click()
    await page.getByRole('button', { name: files.more('orders.csv') }).click()
    await page.getByRole('menuitem', { name: files.delete }).click()
    await page.getByText(files.inText).waitFor()
    await page.getByRole('button', { name: files.deleteDo }).click()
    await page.getByText(files.noFiles).waitFor()
    expect(await writer.call<Row[]>('page/uploadList', { page_id })).toEqual([])
  })

  story('files are uploaded, found and deleted in my attachments', async () => {
    const { page } = writer
    await page.goto(`/attachment/index`)
    await page.getByRole('button', { name: files.upload, exact: true }).first().click()
    await page.getByLabel(files.choose).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('some notes') })
    await page.getByText(files.uploaded, { exact: true }).last().waitFor()
    await page.getByRole('button', { name: files.close, exact: true }).click()
    await page.getByRole('searchbox').fill('note')
    await page.waitForURL(/display_name=note/)
    await page.reload()
    await page.getByRole('rowheader', { name: 'notes.txt' }).waitFor()
    await page.getByRole('button', { name: rowWords[language].more('notes.txt') }).click()
    await page.getByRole('menuitem', { name: files.delete }).click()
    await page.getByRole('button', { name: files.deleteDo }).click()
    await page.getByText(files.noneFound).waitFor()
    expect(writer.browserErrors).toEqual([])
  })

  story('a link to a file that is not public leads through the sign-in to the file', async ({ site }) => {
    const secret = await writer.call<{ item_id: string }>('item/add', { item_name: `Diagrams ${language}`, password: 'closed' })
    const picture = { name: 'flow.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') }
    const url = await writer.upload({ item_id: secret.item_id }, picture)
    const other = await site.visitor(language)
    await other.page.goto(url)
    const words = authWords[language]
    await other.page.getByRole('link', { name: words.signIn, exact: true }).click()
    await other.page.getByLabel(words.usernameOrEmail).fill(writer.username)
    await other.page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
    await other.page.getByRole('button', { name: words.signIn, exact: true }).click()
    await other.page.waitForURL(/visitfile\?sign=[0-9a-f]{32}$/)
    await other.page.locator('img').waitFor()
  })
})
