import { describe, expect } from 'vitest'
import { tableWords, templateWords } from '../web/src/editor/tools.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { testLanguages } from './browser.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

/** In the page: copies cells to the clipboard like a spreadsheet, as an HTML table and as text with tabs. */
const copyCells = () => {
  const html =
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>State</td><td>Meaning</td><td>Orders</td></tr><tr><td rowspan=2>open</td><td>a | b</td><td align=right>12</td></tr><tr><td>two<br>lines</td><td align=right>1,204</td></tr></table></body></html>'
  const plain = 'State\tMeaning\tOrders\r\nopen\ta | b\t12\r\n\t"two\nlines"\t1,204\r\n'
  const item = new ClipboardItem({
    'text/html': new Blob([html], { type: 'text/html' }),
    'text/plain': new Blob([plain], { type: 'text/plain' }),
  })
  return navigator.clipboard.write([item])
}

describe.each(testLanguages('zh'))('writing tools in %s', (language) => {
  const [editor, templates, tables] = [editorWords[language], templateWords[language], tableWords[language]]
  let writer: TestUser
  let item_id = ''
  story.beforeAll(async ({ site }) => {
    writer = await site.user('writer', language)
    await writer.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    item_id = (await writer.call<{ item_id: string }>('item/add', { item_name: `Orders ${language}` })).item_id
  })

  const newPage = async (title: string) => {
    const { page } = writer
    await page.goto(`/page/edit/${item_id}/0`)
    await page.getByLabel(editor.title, { exact: true }).fill(title)
    await page.locator('.cm-content').click()
    return page
  }
  const lines = () => writer.page.locator('.cm-line').allInnerTexts()

  story('pasted spreadsheet cells become a table, Tab adds rows to it, and readers see it', async () => {
    const page = await newPage('States')
    await page.evaluate(copyCells)
    await page.keyboard.press('Control+v')
    await expect
      .poll(async () => (await lines()).slice(0, 4))
      .toEqual([
        '| State | Meaning      | Orders |',
        '| ----- | ------------ | -----: |',
        '| open  | a \\| b       |     12 |',
        '| open  | two<br>lines |  1,204 |',
      ])
    await page.locator('.cm-line', { hasText: '1,204' }).click()
    await page.keyboard.press('Home')
    for (let cells = 0; cells < 4; cells++) await page.keyboard.press('Tab')
    await page.keyboard.type('closed')
    await page.keyboard.press('Tab')
    await page.keyboard.type('done')
    await page.getByRole('button', { name: tables.table }).click()
    await page.keyboard.press('Escape')
    // The focus returns to the text, where Ctrl+F searches it.
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-content') !== null)).toBe(true)
    await page.getByRole('button', { name: tables.table }).click()
    await page.getByRole('menuitem', { name: tables.tidy }).click()
    await page.locator('.cm-line', { hasText: /^\| closed \| done +\| +\|$/ }).waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/page\/edit\/\d+\/[1-9]\d*$/)
    await page.goto(`/${item_id}/${new URL(page.url()).pathname.split('/').at(-1)}`)
    await page.locator('.art td', { hasText: 'a | b' }).waitFor()
    expect(await page.locator('.art tr').count()).toBe(4)
  })

  story('cells pasted into code stay plain text, and one undo removes a paste', async () => {
    const page = await newPage('Code')
    await page.evaluate(copyCells)
    await page.keyboard.press('Control+v')
    await page.locator('.cm-line', { hasText: '1,204' }).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await lines()).join('').trim()).toBe(editor.textHint)
    await page.keyboard.type('```\n')
    await page.keyboard.press('Control+v')
    await page.locator('.cm-line', { hasText: /^open\ta \| b\t12$/ }).waitFor()
  })

  story('a template is saved from a page, used for another, and deleted after a confirmation', async () => {
    const page = await newPage('Runbook')
    await page.keyboard.type('What to do first')
    await page.getByRole('button', { name: editor.insertMore, exact: true }).click()
    await page.getByText(templates.none).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: editor.more, exact: true }).click()
    await page.getByRole('menuitem', { name: templates.saveAs }).click()
    await page.getByRole('button', { name: templates.save }).click()
    await page.getByText(templates.saved('Runbook')).waitFor()

    await page.getByRole('button', { name: editor.insertMore, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Runbook' }).click()
    await expect.poll(async () => (await lines()).filter((line) => line === 'What to do first').length).toBe(2)

    await page.getByRole('button', { name: editor.insertMore, exact: true }).click()
    await page.getByRole('menuitem', { name: templates.more }).click()
    await page.getByRole('button', { name: templates.remove('Runbook') }).click()
    await page
      .getByRole('dialog', { name: templates.removeTitle('Runbook') })
      .getByRole('button', { name: templates.removeAction })
      .click()
    await page.getByText(templates.removed('Runbook')).waitFor()
    expect(await writer.call('template/getList', {})).toEqual([])
  })

  story('a slash opens a menu, also for an input method; its keys insert a table, and Escape leaves the slash', async () => {
    const page = await newPage('Slash')
    const list = page.getByRole('listbox', { name: editor.insertMore })
    await page.keyboard.type('/')
    await list.waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    expect((await lines())[0]).toBe('/')

    await page.keyboard.type('/')
    const device = await page.context().newCDPSession(page)
    await device.send('Input.imeSetComposition', { text: 'biao', selectionStart: 4, selectionEnd: 4 })
    expect(await list.getByRole('option').count()).toBeGreaterThan(20)
    await device.send('Input.insertText', { text: '表' })
    await list.getByRole('option', { name: editor.table, exact: true }).waitFor()
    await expect.poll(() => list.getByRole('option').count()).toBeLessThan(8)
    while (!(await list.locator('[aria-selected=true]').innerText()).startsWith(editor.table)) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
    await expect.poll(async () => (await lines()).filter((line) => line.startsWith('|')).length).toBe(4)
    expect((await lines()).join('\n')).not.toContain('表\n')
  })

  story('selected text has a bubble of marks, which one press applies', async () => {
    const page = await newPage('Bubble')
    await page.keyboard.type('plain')
    await page.keyboard.press('Control+a')
    const bubble = page.getByRole('toolbar', { name: editor.selectionTools })
    await bubble.getByRole('button', { name: editor.bold }).click()
    await expect.poll(async () => (await lines())[0]).toBe('**plain**')
    await bubble.getByRole('button', { name: editor.bold, pressed: true }).waitFor()
    await page.keyboard.press('Escape')
    await bubble.waitFor({ state: 'detached' })
  })

  story('on a phone the tools are at the foot, and one press changes to the preview', async () => {
    const { page } = writer
    await page.setViewportSize({ width: 390, height: 844 })
    await newPage('Phone')
    await page.keyboard.type('words')
    const foot = await page.getByRole('toolbar', { name: editor.tools }).boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThan(840)
    await page.getByRole('button', { name: editor.read, exact: true }).click()
    await page.locator('.art p', { hasText: 'words' }).waitFor()
    await page.getByRole('button', { name: editor.write, exact: true }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  story('Back asks before text is lost: the address stays, and the page before opens only after the user leaves', async () => {
    const { page } = writer
    const { page_id } = await writer.call<{ page_id: string }>('page/save', { item_id, page_title: 'Returns', page_content: 'By post.' })
    const [reading, editing] = [`/${item_id}/${page_id}`, `/page/edit/${item_id}/${page_id}`]
    const address = () => new URL(page.url()).pathname
    await writer.open(`/${item_id}`)
    await page.getByRole('treeitem', { name: 'Returns' }).click()
    await page.locator('.art', { hasText: 'By post.' }).waitFor()
    await page.keyboard.press('Control+e')
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Or in the shop.')
    const question = page.getByRole('dialog', { name: editor.leaveTitle })
    await page.evaluate(() => history.back())
    await question.waitFor()
    await expect.poll(address).toBe(editing)
    await question.getByRole('button', { name: editor.stay, exact: true }).click()
    await question.waitFor({ state: 'detached' })
    expect(await lines()).toEqual(['By post. Or in the shop.'])
    // Twice, before the first one is undone.
    await page.evaluate(() => {
      history.back()
      history.back()
    })
    await question.waitFor()
    await expect.poll(address).toBe(editing)
    await question.getByRole('button', { name: editor.leave, exact: true }).click()
    await page.locator('.art', { hasText: 'By post.' }).waitFor()
    expect(address()).toBe(reading)
    await page.goForward()
    await page.locator('.cm-content').waitFor()
    expect(address()).toBe(editing)
  })
})
