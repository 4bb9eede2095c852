import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { adminWords } from '../web/src/admin/admin.words.ts'
import { filesWords } from '../web/src/admin/files/files.words.ts'
import { itemsWords } from '../web/src/admin/items/items.words.ts'
import { logWords } from '../web/src/admin/log/log.words.ts'
import { messagesWords } from '../web/src/admin/messages/messages.words.ts'
import { siteWords } from '../web/src/admin/settings/settings.words.ts'
import { usersWords } from '../web/src/admin/users/users.words.ts'
import { rowWords } from '../web/src/ui/list.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { testLanguages } from './browser.ts'
import { untilSettled } from './settled.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'

describe.each(testLanguages('en'))('a day of an administrator, in %s', (language) => {
  const [ui, shell, users, items] = [uiWords[language], adminWords[language], usersWords[language], itemsWords[language]]
  const [files, settings, log, messages] = [filesWords[language], siteWords[language], logWords[language], messagesWords[language]]
  const [clerk, owner] = [`clerk-${language}`, `owner-${language}`]
  const [item_name, file] = [`Ledger ${language}`, `budget-${language}.csv`]
  let site: Site
  let admin: TestUser
  let item_id = ''
  story.beforeAll(async ({ start }) => {
    site = await start()
    admin = await site.admin(language)
    const made = { uid: '', username: owner, password: 'correct horse 9', name: '' }
    await admin.call('adminUser/addUser', made)
    const other = await site.visitor(language)
    await other.call('user/login', { username: owner, password: made.password, v_code: '' })
    item_id = (await other.call<{ item_id: string }>('item/add', { item_name, password: 'sesame' })).item_id
    const { page_id } = await other.call<{ page_id: string }>('page/save', {
      item_id,
      page_title: 'Start',
      page_content: 'x',
    })
    await other.upload({ item_id, page_id }, { name: file, mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') })
    await other.context.close()
  })
  const press = (name: string) => admin.page.getByRole('button', { name, exact: true }).click()
  const part = (name: string) => admin.page.getByRole('navigation', { name: shell.parts }).getByRole('link', { name, exact: true }).click()

  story('adds a user, who signs in with the generated password', async () => {
    const { page } = admin
    await admin.open(`/item/index`)
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

    const newUser = await site.visitor(language)
    await newUser.open(`/user/login`)
    await newUser.page.locator('input[autocomplete^=username]').fill(clerk)
    await newUser.page.locator('input[type=password]').fill(password)
    await newUser.page.keyboard.press('Enter')
    await newUser.page.waitForURL('**/item/index')
    // The console is refused to this user.
    await newUser.page.goto(`/admin/index`)
    await newUser.page.getByRole('heading', { name: shell.refused }).waitFor()
    await newUser.context.close()
  })

  story('closes the registration and opens it again', async () => {
    const { page } = admin
    const visitor = await site.visitor(language)
    await part(shell.settings)
    await page.getByRole('switch', { name: settings.register }).click()
    await page.getByText(ui.saved, { exact: true }).waitFor()
    await visitor.page.goto(`/user/register`)
    await visitor.page.getByText(authWords[language].closedText).waitFor()
    await page.getByRole('switch', { name: settings.register }).click()
    const isClosed = async () => {
      await visitor.page.reload()
      return visitor.page.getByText(authWords[language].closedText).count()
    }
    await expect.poll(isClosed).toBe(0)
    await visitor.context.close()
  })

  story('cannot delete an account that owns items; a warning with its own color explains the reason', async () => {
    const { page } = admin
    await part(shell.users)
    await press(rowWords[language].more(owner))
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

  story('transfers an item to another user', async () => {
    const { page } = admin
    await part(shell.items)
    await page.getByRole('searchbox', { name: items.find }).fill(item_name)
    await press(rowWords[language].more(item_name))
    await page.getByRole('menuitem', { name: items.transfer }).click()
    await page.getByRole('dialog').getByLabel(items.newOwner).fill(clerk)
    await press(items.transferDo)
    await page.getByText(items.transferred(item_name, clerk)).waitFor()
    await page.getByRole('row', { name: item_name }).getByText(clerk).first().waitFor()
    expect(await admin.call<{ username: string }>('item/detail', { item_id })).toMatchObject({ username: clerk })
  })

  story('follows a link although a search still waits for the end of the typing', async () => {
    const { page } = admin
    await part(shell.items)
    // The pause ends before the screen of the link is drawn, as on a slow machine.
    await page.evaluate(() => {
      const busy = () => {
        for (const end = Date.now() + 500; Date.now() < end; );
      }
      addEventListener('click', busy, { once: true })
    })
    await page.getByRole('searchbox', { name: items.find }).fill(`${item_name}?`)
    await part(shell.attachments)
    await page.getByRole('searchbox', { name: files.find }).waitFor()
    await untilSettled(page)
    expect(new URL(page.url()).search).toBe('?section=attachments')
  })

  story('deletes a file', async () => {
    const { page } = admin
    await part(shell.attachments)
    await page.getByRole('searchbox', { name: files.find }).fill(file)
    await press(rowWords[language].more(file))
    await page.getByRole('menuitem', { name: files.delete }).click()
    await page.getByText(files.deleteText(owner)).waitFor()
    await press(files.deleteDo)
    await page.getByText(shell.noneFound).waitFor()
  })

  story('sends an announcement to all users', async () => {
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

  story('finds all these actions in the audit log and exports it', async () => {
    const { page } = admin
    await part(shell.log)
    // With few entries all of them fit in the window, and the number of rows cannot be chosen.
    await page.goto('/admin/index?section=log&count=50')
    const row = (action: string, subject: string) =>
      page.getByRole('row').filter({ hasText: action }).filter({ hasText: subject }).first().waitFor()
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
    expect(admin.browserErrors).toEqual([])
  })
})
