import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminWords } from '../web/src/admin/admin.words.ts'
import { filesWords } from '../web/src/admin/files.words.ts'
import { itemsWords } from '../web/src/admin/items.words.ts'
import { logWords } from '../web/src/admin/log.words.ts'
import { messagesWords } from '../web/src/admin/messages.words.ts'
import { siteWords } from '../web/src/admin/site-settings.words.ts'
import { usersWords } from '../web/src/admin/users.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { entranceWords } from '../web/src/user/entrance.words.ts'
import { ADMIN, call, type Language, logIn, openBrowser, type Person, type Running, ready, somebody, startProduct } from './product.ts'

let browser: Browser
let product: Running
beforeAll(async () => {
  browser = await openBrowser()
  product = await startProduct(ADMIN)
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

describe.each(['en', 'zh'] as Language[])('a day of an administrator, in %s', (language) => {
  const [ui, shell, users, items] = [uiWords[language], adminWords[language], usersWords[language], itemsWords[language]]
  const [files, site, log, messages] = [filesWords[language], siteWords[language], logWords[language], messagesWords[language]]
  const [clerk, owner] = [`clerk-${language}`, `owner-${language}`]
  const [item_name, file] = [`Ledger ${language}`, `budget-${language}.csv`]
  let admin: Person
  let item_id = ''
  beforeAll(async () => {
    admin = await somebody(browser, product.url, language)
    await logIn(admin, product.url)
    const made = { uid: '', username: owner, password: 'correct horse 9', name: '' }
    await call(admin, product.url, 'adminUser/addUser', made)
    const other = await somebody(browser, product.url, language)
    await call(other, product.url, 'user/login', { username: owner, password: made.password, v_code: '' })
    item_id = (await call<{ item_id: string }>(other, product.url, 'item/add', { item_name, password: 'sesame' })).item_id
    const { page_id } = await call<{ page_id: string }>(other, product.url, 'page/save', {
      item_id,
      page_title: 'Start',
      page_content: 'x',
    })
    const bytes = { name: file, mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') }
    await other.context.request.post(`${product.url}/api/page/upload`, { multipart: { item_id, page_id, file: bytes } })
    await other.context.close()
  })
  afterAll(() => admin.context.close())
  const press = (name: string) => admin.page.getByRole('button', { name, exact: true }).click()
  const part = (name: string) => admin.page.getByRole('navigation', { name: shell.parts }).getByRole('link', { name, exact: true }).click()

  it('adds a user, who signs in with the password made up for them', async () => {
    const { page } = admin
    await page.goto(`${product.url}/item/index`)
    await ready(page)
    await press(ui.account('admin'))
    await page.getByRole('menuitem', { name: ui.administration }).click()
    await page.getByRole('heading', { name: shell.overview }).waitFor()
    await part(shell.users)
    await press(users.add)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(users.username, { exact: true }).fill(clerk)
    await dialog.getByLabel(users.name, { exact: true }).fill('Clerk')
    await press(users.make)
    const password = await dialog.getByLabel(users.password, { exact: true }).inputValue()
    await press(users.addDo)
    await page.getByText(users.added(clerk)).waitFor()
    await page.getByRole('row', { name: clerk }).waitFor()

    const newcomer = await somebody(browser, product.url, language)
    await newcomer.page.goto(`${product.url}/user/login`)
    await ready(newcomer.page)
    await newcomer.page.locator('input[autocomplete=username]').fill(clerk)
    await newcomer.page.locator('input[type=password]').fill(password)
    await newcomer.page.keyboard.press('Enter')
    await newcomer.page.waitForURL('**/item/index')
    // Nothing of the console is theirs.
    await newcomer.page.goto(`${product.url}/admin/index`)
    await newcomer.page.getByRole('heading', { name: shell.refused }).waitFor()
    await newcomer.context.close()
  })

  it('closes the registration, and opens it again', async () => {
    const { page } = admin
    const visitor = await somebody(browser, product.url, language)
    await part(shell.settings)
    await page.getByRole('switch', { name: site.register }).click()
    await press(site.save)
    await page.getByText(site.saved).waitFor()
    await visitor.page.goto(`${product.url}/user/register`)
    await visitor.page.getByText(entranceWords[language].closedText).waitFor()
    await page.getByRole('switch', { name: site.register }).click()
    await press(site.save)
    const isClosed = async () => {
      await visitor.page.reload()
      return visitor.page.getByText(entranceWords[language].closedText).count()
    }
    await expect.poll(isClosed).toBe(0)
    await visitor.context.close()
  })

  it('is told why an account with items stays, in a note with space around it and in its own colour', async () => {
    const { page } = admin
    await part(shell.users)
    await press(shell.more(owner))
    await page.getByRole('menuitem', { name: users.delete }).click()
    const dialog = page.getByRole('dialog')
    const note = dialog.locator('p', { hasText: users.deleteItems(1) })
    const [above, box] = [await dialog.getByText(users.deleteText).boundingBox(), await note.boundingBox()]
    expect((box?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(12)
    const [colour, warning] = await note.evaluate((one) => {
      const probe = Object.assign(document.createElement('i'), { className: 'tag warn' })
      document.body.append(probe)
      const colours = [one, probe].map((each) => getComputedStyle(each).color)
      probe.remove()
      return colours
    })
    expect(colour).toBe(warning)
    expect(await dialog.getByRole('button', { name: users.deleteDo }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('hands an item over to somebody else', async () => {
    const { page } = admin
    await part(shell.items)
    await page.getByRole('searchbox', { name: items.find }).fill(item_name)
    await press(items.transfer(item_name))
    await page.getByRole('dialog').getByLabel(items.newOwner).fill(clerk)
    await press(items.transferDo)
    await page.getByText(items.transferred(item_name, clerk)).waitFor()
    await page.getByRole('row', { name: item_name }).getByText(clerk).first().waitFor()
    expect(await call<{ username: string }>(admin, product.url, 'item/detail', { item_id })).toMatchObject({ username: clerk })
  })

  it('takes a file away', async () => {
    const { page } = admin
    await part(shell.attachments)
    await page.getByRole('searchbox', { name: files.find }).fill(file)
    await press(files.delete(file))
    await page.getByText(files.deleteText(owner)).waitFor()
    await press(files.deleteDo)
    await page.getByText(shell.noneFound).waitFor()
  })

  it('tells everybody', async () => {
    const { page } = admin
    await part(shell.messages)
    await page.getByLabel(messages.subject).fill(`Tonight ${language}`)
    await press(messages.send)
    await press(messages.sendDo)
    await page
      .getByRole('listitem')
      .filter({ hasText: `Tonight ${language}` })
      .waitFor()
  })

  it('reads in the log who did all this, and takes it along', async () => {
    const { page } = admin
    await part(shell.log)
    await page.getByRole('combobox', { name: shell.rows }).selectOption('50')
    const row = (what: string, about: string) =>
      page.getByRole('row').filter({ hasText: what }).filter({ hasText: about }).first().waitFor()
    await row(log.userAdded, clerk)
    await row(log.login, clerk)
    await row(log.settingsChanged, log.register_open)
    await row(log.itemTransferred, `${item_name} → ${clerk}`)
    await row(log.fileDeleted, file)
    await row(log.noticeSent, `Tonight ${language}`)
    await page.getByRole('combobox', { name: log.what }).selectOption('transfers')
    await expect.poll(() => page.getByRole('row').filter({ hasText: log.login }).count()).toBe(0)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: log.export }).click()])
    expect(download.suggestedFilename()).toMatch(/^sheaf-log-.*\.csv$/)
    const table = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(table.some((line) => line.includes(`"admin","itemTransferred","${item_name}","${clerk}"`))).toBe(true)
    expect(table.some((line) => line.includes('"login"'))).toBe(false)
    expect(admin.complaints).toEqual([])
  })
})
