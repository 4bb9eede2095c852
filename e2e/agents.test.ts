import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { consentWords } from '../web/src/token/consent/consent.words.ts'
import { tokenWords } from '../web/src/token/token.words.ts'
import { testLanguages } from './browser.ts'
import { ADMIN } from './product.ts'
import type { Site } from './site.ts'
import { story } from './story.ts'

const CLOSE = 'You can close this window'

/** A program on the computer of the user, which waits for the answer at its own address. */
async function startProgram() {
  let answered: (fields: URLSearchParams) => void = () => {}
  const server: Server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('content-type', 'text/html').end(`<title>Program</title><h1>${CLOSE}</h1>`)
    if (pathname === '/callback') answered(searchParams)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    redirect_uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    /** Resolves with the fields that the browser brings. */
    answer: () =>
      new Promise<URLSearchParams>((resolve) => {
        answered = resolve
      }),
    close: () => void server.close(),
  }
}

let site: Site
let program: Awaited<ReturnType<typeof startProgram>>
story.beforeAll(async ({ start }) => {
  // The issuer is this computer: programs are connected over https, or here.
  site = await start({ ...ADMIN, PUBLIC_URL: 'http://localhost' })
})
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())

type Answered = { status: number } & { [name in 'client_id' | 'access_token' | 'refresh_token']?: string }

const post = async (path: string, body: URLSearchParams | string): Promise<Answered> => {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const response = await fetch(site.url + path, { method: 'POST', body, headers })
  return { status: response.status, ...((await response.json()) as object) }
}

/** The status of a request of the agent. */
const list = async (token: string) =>
  (
    await fetch(`${site.url}/mcp`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
    })
  ).status

describe.each(testLanguages('zh'))('connected programs in %s', (language) => {
  const [consent, words] = [consentWords[language], tokenWords[language]]

  /** The address to which the program sends its user, and the secret that proves that the answer is for it. */
  async function ask() {
    const { client_id = '' } = await post(
      '/oauth/register',
      JSON.stringify({ client_name: 'Atlas', redirect_uris: [program.redirect_uri] }),
    )
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const fields = { client_id, redirect_uri: program.redirect_uri, scope: 'read propose', state: 'day', code_challenge }
    const address = `/user/authorize?${new URLSearchParams({ ...fields, response_type: 'code', code_challenge_method: 'S256' })}`
    const tokens = (code: string) =>
      post(
        '/oauth/token',
        new URLSearchParams({
          grant_type: 'authorization_code',
          client_id,
          code,
          code_verifier: verifier,
          redirect_uri: program.redirect_uri,
        }),
      )
    const refresh = (refresh_token: string) =>
      post('/oauth/token', new URLSearchParams({ grant_type: 'refresh_token', client_id, refresh_token }))
    return { address, tokens, refresh }
  }

  story('a program asks for access, the user allows it, and disconnects it later', async () => {
    const { page } = await site.user('emma', language)
    const { address, tokens, refresh } = await ask()
    await page.goto(address)
    await page.getByRole('heading', { name: consent.wants('Atlas') }).waitFor()
    await page.getByText(consent.named).waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    const answer = program.answer()
    // The names of the levels above it begin with the same word in English.
    await page.getByRole('radio', { name: consent.level1 }).first().check()
    await page.getByRole('button', { name: consent.allow, exact: true }).click()
    const fields = await answer
    await page.getByRole('heading', { name: CLOSE }).waitFor()
    expect(fields.get('state')).toBe('day')
    expect(fields.get('iss')).toBe('http://localhost')
    const given = await tokens(fields.get('code') ?? '')
    expect(given).toMatchObject({ status: 200, scope: 'read' })
    expect(await list(given.access_token ?? '')).toBe(200)
    const next = await refresh(given.refresh_token ?? '')
    expect(next.status).toBe(200)

    await page.goto(`${site.url}/user/tokens`)
    await page.getByRole('heading', { name: words.agents }).waitFor()
    await page.getByText(program.redirect_uri).waitFor()
    await page.getByRole('button', { name: words.disconnectTitle('Atlas') }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.disconnectDo, exact: true }).click()
    await page.getByText(words.disconnected('Atlas')).waitFor()
    expect(await list(given.access_token ?? '')).toBe(401)
    expect(await refresh(next.refresh_token ?? '')).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  story('the user refuses, and a request with a wrong address stays on the site', async () => {
    const { page } = await site.user('noah', language)
    const { address } = await ask()
    const answer = program.answer()
    await page.goto(address)
    await page.getByRole('button', { name: consent.refuse, exact: true }).click()
    expect((await answer).get('error')).toBe('access_denied')
    await page.getByRole('heading', { name: CLOSE }).waitFor()
    await page.goto(site.url + address.replace(encodeURIComponent(program.redirect_uri), encodeURIComponent('https://evil.example/')))
    await page.getByRole('heading', { name: consent.wrongBack }).waitFor()
    await page.getByText('https://evil.example/').waitFor()
    await page.goto(`${site.url}/user/authorize?client_id=unknown`)
    await page.getByRole('heading', { name: consent.unknown }).waitFor()
  })
})
