import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { codeAt, stepAt } from '../server/src/second-step/totp.rules.ts'
import { bytesOf } from '../server/src/test/second-step.ts'
import { confirmWords } from '../web/src/ui/confirm/confirm.words.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { secondStepWords } from '../web/src/user/second-step/second-step.words.ts'
import { securityWords } from '../web/src/user/security/security.words.ts'
import { testLanguages } from './browser.ts'
import { enterPassword, PASSWORD } from './site.ts'
import { story } from './story.ts'

describe.each(testLanguages('zh'))('the second step, in %s', (language) => {
  const [security, step, confirm, entrance] = [
    securityWords[language],
    secondStepWords[language],
    confirmWords[language],
    authWords[language],
  ]
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  story('a user sets up an app, signs in with a code and with a recovery code, and ends another session', async ({ site }) => {
    const emma = await site.user('emma', language)
    const { page } = emma
    await emma.open('/user/security')
    await press(page, security.setUp)
    await page.getByLabel(confirm.password, { exact: true }).fill(PASSWORD)
    await press(page, confirm.confirm)
    const key = page.locator('.secure-key')
    const secret = bytesOf(((await key.locator('code').textContent()) ?? '').replaceAll(' ', ''))
    expect(await key.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    // A code works once. Codes of the previous and of the next step are accepted too, so the test need not wait for the next one.
    const code = (shift: number) => codeAt(secret, stepAt(Math.floor(Date.now() / 1000)) + shift)
    await page.getByLabel(security.codeNow).fill(code(-1))
    const listed = page.getByRole('list', { name: security.recovery }).getByRole('listitem')
    await listed.first().waitFor()
    const codes = await listed.allTextContents()
    expect(codes).toHaveLength(10)
    await press(page, security.kept)
    await page.getByText(security.isOn, { exact: true }).waitFor()

    const other = await site.visitor(language)
    await other.open('/user/login?redirect=%2Fuser%2Fsecurity')
    await enterPassword({ page: other.page, username: emma.username }, language)
    await other.page.getByRole('checkbox').check()
    await other.page.getByLabel(step.code, { exact: true }).fill(code(0))
    await other.page.waitForURL('**/user/security')
    await other.page.getByText(security.left(10, 10)).waitFor()

    await page.reload()
    await page.getByRole('button', { name: new RegExp(`^${security.endOf('')}`) }).click()
    await page.getByText(security.ended, { exact: true }).waitFor()
    await other.page.goto('/item/index')
    await other.page.waitForURL('**/user/login**')

    // The end of its session has ended the trust in the device, so the second step is asked for again.
    await enterPassword({ page: other.page, username: emma.username }, language)
    await press(other.page, step.useRecovery)
    await other.page.getByLabel(step.recovery, { exact: true }).fill((codes[0] ?? '').toLowerCase())
    await press(other.page, entrance.signIn)
    await other.page.waitForURL('**/item/index')
    await other.go('/user/security')
    await other.page.getByText(security.left(9, 10)).waitFor()
    expect([...emma.browserErrors, ...other.browserErrors]).toEqual([])
  })
})
