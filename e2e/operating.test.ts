import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { anInstallation, aPort, killAll, startThere, theServer, untilItAnswers } from '../server/src/test/process/installation.ts'
import { KEYS, type StrictS3, strictForm, strictS3 } from '../server/src/test/servers/strict-s3.ts'
import { anUpdateSource, aSigner, publish, releaseZip, type UpdateSource } from '../server/src/test/servers/update-source.ts'
import { adminWords } from '../web/src/admin/admin.words.ts'
import { filesWords } from '../web/src/admin/files/files.words.ts'
import { loginWords } from '../web/src/admin/login/settings.words.ts'
import { siteWords } from '../web/src/admin/settings/settings.words.ts'
import { updateWords } from '../web/src/admin/update/update.words.ts'
import { rowWords } from '../web/src/ui/list.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { testLanguages } from './browser.ts'
import { ADMIN } from './product.ts'
import { type Site, siteOf, type TestUser } from './site.ts'
import { story } from './story.ts'

describe.each(testLanguages('zh'))('cloud storage for files, in %s', (language) => {
  const [shell, settings, files, login] = [adminWords[language], siteWords[language], filesWords[language], loginWords[language]]
  const ui = uiWords[language]
  let store: StrictS3
  let admin: TestUser
  story.beforeAll(async ({ start }) => {
    store = await strictS3()
    admin = await (await start()).admin(language)
  })
  afterAll(() => store.close())

  /** Uploads a file as the editor does. */
  async function upload(name: string) {
    const { item_id } = await admin.call<{ item_id: string }>('item/add', { item_name: name })
    return admin.upload({ item_id }, { name, mimeType: 'text/plain', buffer: Buffer.from(`text of ${name}`) })
  }

  story('is tested before it is saved, stores new files, and files uploaded before remain readable', async () => {
    const { page } = admin
    const localFile = await upload('before.txt')
    await admin.open(`/admin/index?section=settings`)
    await page.getByRole('switch', { name: settings.storageOpen }).click()
    await page.getByLabel(settings.provider).selectOption(settings.s3)
    const form = strictForm(store)
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await field(settings.key).fill(KEYS.key)
    await field(settings.secret).fill('not the secret')
    await field(settings.endpoint).fill(form.endpoint)
    // Not an exact name, because the label also says that the field is optional.
    await page.getByRole('textbox', { name: settings.region }).fill(form.region)
    await field(settings.bucket).fill(form.bucket)
    await page.getByLabel(settings.protocol, { exact: true }).selectOption('HTTP')
    const outcome = page.getByRole('region', { name: login.trialTitle }).getByRole('status')
    await page.getByRole('button', { name: login.trial, exact: true }).click()
    await expect.poll(() => outcome.textContent()).toMatch(/secret key is another one|Secret Key 不正确/)
    await field(settings.secret).fill(KEYS.secret)
    await page.getByRole('button', { name: login.trial, exact: true }).click()
    await expect.poll(() => outcome.textContent()).toContain(settings.storageFine(`${form.endpoint}/${form.bucket}`))
    expect(store.held.size).toBe(0)
    await page.getByRole('button', { name: ui.savePart(settings.storage), exact: true }).click()
    await page.getByText(ui.saved, { exact: true }).waitFor()

    const cloudFile = await upload('after.txt')
    expect([...store.held.values()].map(({ bytes }) => String(bytes))).toEqual(['text of after.txt'])
    const read = async (url: string) => (await admin.context.request.get(new URL(url, page.url()).href)).text()
    expect([await read(localFile), await read(cloudFile)]).toEqual(['text of before.txt', 'text of after.txt'])

    await page.getByRole('navigation', { name: shell.parts }).getByRole('link', { name: shell.attachments, exact: true }).click()
    await page.getByRole('searchbox', { name: files.find }).fill('after.txt')
    await page.getByRole('button', { name: rowWords[language].more('after.txt') }).click()
    await page.getByRole('menuitem', { name: files.delete }).click()
    await page.getByRole('button', { name: files.deleteDo, exact: true }).click()
    await page.getByText(shell.noneFound).waitFor()
    await expect.poll(() => store.held.size).toBe(0)
    expect(admin.browserErrors).toEqual([])
  })
})

describe('an update in the browser', () => {
  const t = updateWords.en
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-e2e-update-'))
  const signer = aSigner()
  let source: UpdateSource
  let running: ReturnType<typeof startThere>
  let site: Site
  story.beforeAll(async ({ browser }) => {
    source = await anUpdateSource()
    publish(source, signer, '0.3.0', releaseZip('0.3.0', [], { main: theServer('0.3.0') }))
    const port = await aPort()
    anInstallation(join(folder, 'site'), '0.2.0')
    running = startThere(join(folder, 'site'), join(folder, 'data'), port, { UPDATE_SOURCE: source.url, UPDATE_PUBLIC_KEY: signer.key })
    await untilItAnswers(port, running.output)
    const [url, data] = [`http://127.0.0.1:${port}`, join(folder, 'data')]
    site = siteOf(browser, { url, folder: data, printed: async () => running.output.text, stop: async () => null })
  })
  afterAll(async () => {
    await site.closeContexts()
    killAll(running.child)
    await source.close()
    rmSync(folder, { recursive: true, force: true })
  })

  story('is announced in the menu, requires the password, and the new version runs when the page returns', async () => {
    const admin = await site.admin('en')
    const { page } = admin
    await admin.open('/admin/index')
    await page.getByRole('link', { name: `${adminWords.en.update} 0.3.0` }).click()
    await page.getByRole('button', { name: t.update('0.3.0') }).click()
    const dialog = page.getByRole('dialog')
    const start = dialog.getByRole('button', { name: t.do, exact: true })
    await start.click()
    await dialog.getByText(t.passwordMissing).waitFor()
    await dialog.getByLabel(t.password, { exact: true }).fill('not mine at all')
    await start.click()
    await expect.poll(() => dialog.getByRole('alert').count()).toBeGreaterThan(0)
    expect(running.output.text).not.toContain('This is 0.3.0')
    await dialog.getByLabel(t.password, { exact: true }).fill(ADMIN.ADMIN_PASSWORD)
    await start.click()
    await page.getByRole('heading', { name: t.awayTitle('0.3.0') }).waitFor()
    // The page returns by itself with the same session. The fake release 0.3.0 serves these sources, so only its output shows its version.
    await page.getByRole('heading', { name: t.title }).waitFor()
    expect(running.output.text.match(/This is (0\.\d\.0)/g)?.at(-1)).toBe('This is 0.3.0')
  })
})
