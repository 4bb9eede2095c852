import { createServer } from 'node:net'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { confirmWords } from '../web/src/ui/confirm/confirm.words.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { secondStepWords } from '../web/src/user/second-step/second-step.words.ts'
import { securityWords } from '../web/src/user/security/security.words.ts'
import { testLanguages } from './browser.ts'
import { ADMIN, startProduct } from './product.ts'
import { enterPassword, PASSWORD, siteOf, type TestUser } from './site.ts'
import { story } from './story.ts'

/** The public address is known before the server starts, because passkeys are bound to it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

/** An authenticator of the browser's own: one that is built in, a security key that checks a PIN or fingerprint, or one that cannot. */
async function authenticator(page: Page, kind: 'platform' | 'pinKey' | 'securityKey') {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const isVerifying = kind !== 'securityKey'
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: kind === 'platform' ? 'internal' : 'usb',
      hasResidentKey: isVerifying,
      hasUserVerification: isVerifying,
      isUserVerified: isVerifying,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the person passes the check of the device: fingerprint, face or PIN. */
    verify: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    unplug: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

describe.each(testLanguages('en'))('passkeys, in %s', (language) => {
  const [security, step, confirm, entrance] = [
    securityWords[language],
    secondStepWords[language],
    confirmWords[language],
    authWords[language],
  ]
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const signOut = async ({ context, page }: TestUser) => {
    await context.clearCookies()
    await page.goto('/user/login')
  }
  const add = async (page: Page, name: string) => {
    await press(page, security.addPasskey)
    await page.getByRole('dialog', { name: security.addTitle }).waitFor()
    await page.getByRole('dialog').getByLabel(security.passkeyName).fill(name)
    await press(page, security.addDo)
  }
  const addByPassword = async (page: Page, name: string) => {
    await press(page, security.addPasskey)
    await press(page, confirm.usePassword)
    await page.getByLabel(confirm.password, { exact: true }).fill(PASSWORD)
    await press(page, confirm.confirm)
    await page.getByRole('dialog').getByLabel(security.passkeyName).fill(name)
    await press(page, security.addDo)
  }

  story('a user adds one, signs in with it alone and after the password, and removes it', async ({ browser, onTestFinished }) => {
    const port = String(await freePort())
    const url = `http://localhost:${port}`
    const server = await startProduct({ ...ADMIN, PORT: port, PUBLIC_URL: url })
    const site = siteOf(browser, { ...server, url })
    onTestFinished(async () => {
      await site.closeContexts()
      await server.stop()
    })
    const emma = await site.user('emma', language)
    const { page } = emma
    const device = await authenticator(page, 'platform')
    // The offer in the field would answer by itself, since this authenticator needs no one to press anything.
    await page.addInitScript('if (sessionStorage.offer !== "1") PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    await emma.open('/user/security')
    await press(page, security.addPasskey)
    await page.getByLabel(confirm.password, { exact: true }).fill(PASSWORD)
    await press(page, confirm.confirm)
    await page.getByRole('dialog').getByLabel(security.passkeyName).fill('MacBook')
    await device.verify(false)
    await press(page, security.addDo)
    await page.getByText(confirm.cancelled).waitFor()
    await device.verify(true)
    await press(page, security.addDo)
    await page.getByRole('list', { name: security.recovery }).getByRole('listitem').first().waitFor()
    await press(page, security.kept)
    await page.getByRole('heading', { name: 'MacBook' }).waitFor()

    await signOut(emma)
    await press(page, entrance.passkey)
    await page.waitForURL('**/item/index')

    await signOut(emma)
    await enterPassword(emma, language)
    await press(page, step.passkey)
    await page.waitForURL('**/item/index')

    // A security key without a PIN is a second step, and cannot sign in alone.
    await emma.go('/user/security')
    await device.unplug()
    const key = await authenticator(page, 'securityKey')
    await addByPassword(page, 'YubiKey 5C')
    await page.getByRole('heading', { name: 'YubiKey 5C' }).waitFor()
    await page.getByText(security.stepOnly, { exact: true }).waitFor()
    await signOut(emma)
    await enterPassword(emma, language)
    await press(page, step.passkey)
    await page.waitForURL('**/item/index')

    // Removing one asks for a passkey first.
    await emma.go('/user/security')
    await press(page, security.remove('MacBook'))
    await press(page, security.removeDo)
    await page.getByRole('dialog', { name: confirm.title }).waitFor()
    await press(page, confirm.passkey)
    await page.getByText(security.passkeyRemoved).waitFor()
    expect(await page.getByRole('heading', { name: 'MacBook' }).count()).toBe(0)
    await key.unplug()

    // A key with a PIN can leave the device and signs in alone.
    const pinKey = await authenticator(page, 'pinKey')
    await add(page, 'YubiKey Bio')
    await page.getByRole('heading', { name: 'YubiKey Bio' }).waitFor()
    await signOut(emma)
    await press(page, entrance.passkey)
    await page.waitForURL('**/item/index')
    await emma.go('/user/security')
    await pinKey.unplug()

    // The field of the user name offers a passkey by itself.
    await authenticator(page, 'platform')
    await addByPassword(page, 'Phone')
    await page.getByRole('heading', { name: 'Phone' }).waitFor()
    await page.evaluate("sessionStorage.offer = '1'")
    await signOut(emma)
    await page.waitForURL('**/item/index')
    expect(emma.browserErrors).toEqual([])
  })
})
