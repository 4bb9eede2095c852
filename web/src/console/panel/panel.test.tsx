// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { readServer, writeServer } from '../../session/server-choice.ts'
import { setAccount } from '../../session/session.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { bytesOf } from '../request/by-server.ts'
import type { RequestMessage, WorkerMessage } from '../request/message.ts'
import { aCall, anEnvironment } from '../test/call.ts'
import { TryIt } from '../try-it.tsx'

const SECRET = 'canary-4d1e-secret'
const emma = { uid: '1', username: 'emma', name: 'Emma' } as Account
const html = '<div class="call"><div class="endpoint"><span class="url">/orders/{id}</span></div></div>'

/** The page with a choice of these servers. */
function endpointWith(servers: object[]) {
  const given = JSON.stringify({ route: '/orders/{id}', request: null, servers }).replaceAll('"', '&quot;')
  return html.replace('class="endpoint"', `class="endpoint servers" data-source="orders" data-servers="${given}"`)
}

/** Takes the place of the worker: keeps the requests that it gets, and answers. */
class FakeWorker extends EventTarget {
  static sent: RequestMessage[] = []
  static address = ''
  static next: WorkerMessage | undefined
  static ended = 0
  constructor(address: string) {
    super()
    FakeWorker.address = address
  }
  postMessage(message: RequestMessage) {
    FakeWorker.sent.push(message)
    const { next } = FakeWorker
    if (next) queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: next })))
  }
  terminate() {
    FakeWorker.ended++
  }
}

const answered = (value: unknown, status = 200, type = 'application/json'): WorkerMessage => ({
  answer: {
    status,
    statusText: 'OK',
    headers: [
      ['content-type', type],
      ['x-trace', 'abc'],
    ],
    ms: 12,
    body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).buffer as ArrayBuffer,
    isCut: false,
    redirected: '',
  },
})

function show(address = '/12/4?try', account: Account | null = emma, shown = html) {
  const root = createRef<HTMLDivElement>()
  return open(
    <>
      <div ref={root} dangerouslySetInnerHTML={{ __html: shown }} />
      <TryIt view={{ page_id: '4', item_id: '12', html: shown }} root={root} />
    </>,
    address,
    '/12/4',
    account,
  )
}

const sendButton = () => screen.findByRole('button', { name: 'Send' })

const scrolledTo: Element[] = []

beforeEach(() => {
  scrolledTo.length = 0
  Element.prototype.scrollIntoView = function () {
    scrolledTo.push(this)
  }
  vi.stubGlobal('Worker', FakeWorker)
  Object.assign(FakeWorker, { sent: [], next: answered({ order_id: 'a', state: 'reserved', lines: [], labels: {} }), ended: 0 })
  localStorage.clear()
  sessionStorage.clear()
  answer(api.console.call, aCall())
  answer(api.console.environments, [
    anEnvironment(),
    anEnvironment({ env_id: '10', env_name: 'Production', base_url: 'https://api.test/live', variables: [] }),
    anEnvironment({ env_id: '11', env_name: 'Hidden', is_shown: false }),
  ])
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('is opened by the button of the endpoint, and closed by its own, Escape, and Back', async () => {
  const user = userEvent.setup()
  show('/12/4')
  await user.click(await screen.findByRole('button', { name: 'Try it' }))
  expect(await screen.findByRole('dialog', { name: 'Try PUT /orders/{id}' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try it' }))
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('opens with the environment that has the address chosen on the page, and with the last one otherwise', async () => {
  const user = userEvent.setup()
  const chosen = endpointWith([{ url: 'https://api.test/live', title: '', variables: [] }])
  const environment = async () => (await screen.findByLabelText<HTMLSelectElement>('Environment')).selectedOptions[0]?.text
  writeServer('12', 'orders', { server: '10', values: {}, address: 'https://api.test/live' })
  const first = show('/12/4?try', emma, chosen)
  expect(await environment()).toBe('Production')
  await user.selectOptions(screen.getByLabelText('Environment'), 'Staging')
  expect(await environment()).toBe('Staging')
  first.unmount()
  const second = show('/12/4?try', emma, chosen)
  expect(await environment()).toBe('Production')
  second.unmount()
  writeServer('12', 'orders', { server: 'https://none', values: {}, address: 'https://none' })
  const third = show('/12/4?try', emma, chosen)
  expect(await environment()).toBe('Staging')
  third.unmount()
  writeServer('12', 'orders', { server: '10', values: {}, address: 'https://api.test/live' })
  show()
  expect(await environment()).toBe('Staging')
})

it('has the environment of the endpoint if that is a choice between environments: one is changed with the other', async () => {
  const user = userEvent.setup()
  const server = (env_id: string, title: string, url: string) => ({ env_id, title, url, variables: [] })
  answer(api.console.environments, [
    anEnvironment(),
    anEnvironment({ env_id: '10', env_name: 'Production', base_url: 'https://api.test/live' }),
  ])
  const both = [server('10', 'Production', 'https://api.test/live'), server('9', 'Staging', 'https://staging.api.test/v1')]
  // What the console had before.
  show().unmount()
  show('/12/4?try', emma, endpointWith(both))
  const select = await screen.findByLabelText<HTMLSelectElement>('Environment')
  expect(select.value).toBe('10')
  act(() => writeServer('12', 'orders', { server: '9', values: { region: 'eu' }, address: 'https://staging.api.test/v1' }))
  expect(select.value).toBe('9')
  await user.selectOptions(select, 'Production')
  expect(select.value).toBe('10')
  expect(readServer('12', 'orders')).toEqual({ server: '10', values: { region: 'eu' }, address: 'https://api.test/live' })
  await user.click(await sendButton())
  await waitFor(() => expect(FakeWorker.sent[0]?.base).toBe('https://api.test/live'))
  // A server with this address was chosen before the item showed environments.
  act(() => writeServer('12', 'orders', { server: 'https://{place}.api.test/v1', values: {}, address: 'https://staging.api.test/v1' }))
  expect(select.value).toBe('9')
})

it('sends what is filled in from this browser, and shows the answer', async () => {
  const user = userEvent.setup()
  show()
  await user.type(await screen.findByLabelText('Token'), '{{{{api_token}}')
  await user.type(screen.getByLabelText('api_token'), SECRET)
  await user.clear(screen.getByLabelText('id'))
  await user.click(await sendButton())
  expect(screen.getByText('Enter a value for id')).toBeVisible()
  expect(FakeWorker.sent).toEqual([])
  await user.type(screen.getByLabelText('id'), '8')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('The answer has what the documentation says.')).toBeVisible()
  expect(FakeWorker.address).toBe('/console/12/worker.js')
  expect(FakeWorker.sent[0]).toMatchObject({
    method: 'PUT',
    base: 'https://api.test/v2',
    path: ['/orders/', { name: 'id', value: '8' }],
    authorization: { kind: 'bearer', value: '{{api_token}}' },
    variables: { region: 'eu', api_token: SECRET },
  })
  expect(FakeWorker.ended).toBe(1)
  const shown = screen.getByRole('region', { name: 'Answer' })
  expect(shown).toHaveTextContent('200 OK')
  await user.click(within(shown).getByRole('tab', { name: 'Headers 2' }))
  expect(shown).toHaveTextContent('x-trace')
  await user.selectOptions(screen.getByLabelText('Environment'), 'Production')
  expect(screen.getByText('From this browser to api.test')).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Hidden' })).toBeNull()
})

it('names what the answer has that is not documented, and the reverse', async () => {
  FakeWorker.next = answered({ state: 'reserved', hold_until: null, risk: 1 })
  show()
  fireEvent.click(await sendButton())
  expect(await screen.findByText(/2 fields are not documented/)).toHaveTextContent('2 fields are not documented: hold_until, risk')
  expect(screen.getByText(/1 required field is missing/)).toHaveTextContent('order_id')
  expect(screen.getByText(/2 documented fields are not in this answer/)).toHaveTextContent('lines, labels')
})

it('shows HTML as text (S226)', async () => {
  FakeWorker.next = answered('<img src=x onerror="window.__mark=1">', 200, 'text/html')
  show()
  fireEvent.click(await sendButton())
  const shown = await screen.findByRole('region', { name: 'Answer' })
  expect(shown).toHaveTextContent('<img src=x')
  expect(shown.querySelector('img')).toBeNull()
  expect(within(shown).getByText('This content type is not documented.')).toBeVisible()
})

it('explains why there is no answer, with the header that the API has to send', async () => {
  FakeWorker.next = { problem: { kind: 'failed' } }
  show()
  fireEvent.click(await sendButton())
  expect(await screen.findByText(/does not allow this site \(CORS\)/)).toBeVisible()
  expect(screen.getByText(/^Access-Control-Allow-Origin: /)).toHaveTextContent('Access-Control-Allow-Methods: PUT')
  FakeWorker.next = { problem: { kind: 'timeout' } }
  fireEvent.click(await sendButton())
  expect(await screen.findByText('There was no answer within 60 seconds. The API may have received the request.')).toBeVisible()
  FakeWorker.next = { problem: { kind: 'invalid', reason: 'header X-Trace' } }
  fireEvent.click(await sendButton())
  expect(await screen.findByText('A browser cannot send this value of the header X-Trace.')).toBeVisible()
})

it('can be cancelled', async () => {
  FakeWorker.next = undefined
  show()
  fireEvent.click(await sendButton())
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Cancelled. The API may have received the request.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Answer' })).toBeNull()
})

describe('an example', () => {
  const page = { page_title: 'Put an order', page_content: 'Text.\n\n```operation orders putOrder\n```\n', version: '3' }
  const saved = () => sentRequests.filter((one) => one.path === 'page/save').map(({ fields }) => fields)
  const openDialog = async () => {
    fireEvent.click(await sendButton())
    fireEvent.click(await screen.findByRole('button', { name: 'Save as example' }))
    return screen.findByRole('dialog', { name: 'Save as example' })
  }
  beforeEach(() => {
    answer(api.console.call, aCall({ editable: true }))
    answer(api.page.info, page as Answer<'page', 'info'>)
    answer(api.page.save, { version: '4' } as Answer<'page', 'save'>)
  })

  it('is added to the page by an editor, who sees exactly what is written', async () => {
    const user = userEvent.setup()
    show()
    await user.type(await screen.findByLabelText('Token'), SECRET)
    fireEvent.change(screen.getByRole('textbox', { name: 'Body' }), { target: { value: `{"password":"${SECRET}","note":"x"}` } })
    const dialog = within(await openDialog())
    expect(await dialog.findByLabelText('Name')).toHaveValue('Put an order')
    expect(dialog.getByLabelText('Environment')).toHaveValue('staging')
    expect(dialog.getByRole('switch', { name: 'With the answer' })).toHaveAttribute('aria-checked', 'false')
    const preview = () => dialog.getByText(/^```http/).textContent ?? ''
    expect(preview()).not.toContain('json response')
    await user.click(dialog.getByRole('switch', { name: 'With the answer' }))
    await user.click(dialog.getByRole('switch', { name: 'A build may send it' }))
    expect(preview()).toContain('"order_id": "a"')
    expect(preview()).toMatch(/^```http \[Put an order\] env=staging expect=200 run=unsafe\nPUT {{host}}\/orders\/7\?region={{region}}\n/)
    expect(dialog.getByText(/^A build sets a value for each: host, region, token$/)).toBeVisible()
    await user.clear(dialog.getByLabelText('Environment'))
    await user.type(dialog.getByLabelText('Environment'), 'my/env')
    expect(dialog.getByText(/^Use letters, digits/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.clear(dialog.getByLabelText('Environment'))
    const shown = preview()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The example is at the end of the page')).toBeVisible()
    expect(saved()).toMatchObject([
      { page_id: '4', base_version: '3', page_title: 'Put an order', page_content: `${page.page_content.trimEnd()}\n\n${shown}\n` },
    ])
    expect(JSON.stringify(saved())).not.toContain(SECRET)
    expect(screen.queryByRole('dialog', { name: 'Save as example' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Try PUT /orders/{id}' })).toBeVisible()
  })

  it('is added to the newest text if another person has saved meanwhile', async () => {
    const user = userEvent.setup()
    show()
    const dialog = within(await openDialog())
    await dialog.findByLabelText('Name')
    refuse(api.page.save, 'versionOutdated', 'This page has been changed by bo in the meantime')
    answer(api.page.info, { ...page, page_content: 'Newer.', version: '4' } as Answer<'page', 'info'>)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/saved by another person/)).toBeVisible()
    answer(api.page.save, { version: '5' } as Answer<'page', 'save'>)
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled())
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('The example is at the end of the page')
    expect(saved().at(-1)).toMatchObject({ base_version: '4', page_content: expect.stringMatching(/^Newer\.\n\n```http/) })
  })

  it('is for those who can edit the page, and an answer that is no JSON stays out', async () => {
    FakeWorker.next = answered('<p>', 200, 'text/html')
    const first = show()
    const dialog = within(await openDialog())
    expect(await dialog.findByText(/it is not JSON/)).toBeVisible()
    expect(dialog.queryByRole('switch', { name: 'With the answer' })).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    first.unmount()
    answer(api.console.call, aCall())
    show()
    fireEvent.click(await sendButton())
    await screen.findByRole('region', { name: 'Answer' })
    expect(screen.queryByRole('button', { name: 'Save as example' })).toBeNull()
  })
})

describe('an environment whose requests the server sends', () => {
  const sent = () => sentRequests.filter((one) => one.path === 'console/send').map(({ fields }) => fields)
  const reply = (more: object = {}) => ({ status: 200, headers: [], ms: 31, body: btoa('{"order_id":"a"}'), cut: false, ...more })
  beforeEach(() => {
    answer(api.console.environments, [anEnvironment({ by_server: true })])
  })

  it('gets the request through the server, and says so', async () => {
    const user = userEvent.setup()
    answer(api.console.send, reply({ headers: [{ name: 'content-type', value: 'application/json' }] }))
    show()
    expect(await screen.findByText('Sent by the server to api.test')).toBeVisible()
    expect(screen.getByText('passes through this server, which keeps none of it')).toBeVisible()
    await user.type(screen.getByLabelText('Token'), '{{{{api_token}}')
    await user.type(screen.getByLabelText('api_token'), SECRET)
    fireEvent.change(screen.getByLabelText('id'), { target: { value: 'a b' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Body' }), { target: { value: '{"note":"{{region}} 名"}' } })
    await user.click(await sendButton())
    const shown = await screen.findByRole('region', { name: 'Answer' })
    expect(shown).toHaveTextContent('200')
    expect(shown).toHaveTextContent('order_id')
    await user.click(within(shown).getByRole('tab', { name: 'Headers 1' }))
    expect(shown).toHaveTextContent('leaves out cookies and policies')
    expect(FakeWorker.sent).toEqual([])
    const [fields] = sent()
    expect(fields).toMatchObject({ page_id: '4', env_id: '9', path: '/orders/a%20b', query: '[{"name":"region","value":"eu"}]' })
    expect(JSON.parse(String(fields?.['headers']))).toEqual([
      { name: 'authorization', value: `Bearer ${SECRET}` },
      { name: 'content-type', value: 'application/json' },
    ])
    expect(new TextDecoder().decode(bytesOf(String(fields?.['body'])))).toBe('{"note":"eu 名"}')
    // Neither the address of the call nor what is stored has it.
    expect(JSON.stringify(localStorage)).not.toContain(SECRET)
  })

  it('says that a redirect is not followed', async () => {
    answer(api.console.send, reply({ status: 302, headers: [{ name: 'location', value: 'login.test' }], body: '' }))
    show()
    fireEvent.click(await sendButton())
    expect(await screen.findByText('The API redirects to login.test. The server does not follow.')).toBeVisible()
  })

  it('is refused in words, and the request can leave from the browser', async () => {
    refuse(api.console.send, 'proxyOff')
    show()
    fireEvent.click(await sendButton())
    expect(await screen.findByText(/^Requests are not sent by this server/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Send from this browser' }))
    await waitFor(() => expect(FakeWorker.sent).toHaveLength(1))
    refuse(api.console.send, 'outboundHost', 'The operator has not allowed api.test')
    fireEvent.click(await sendButton())
    expect(await screen.findByText('The operator has not allowed api.test')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send from this browser' })).toBeNull()
  })

  it('says that a request may have reached the API when the answer is lost, and what a proxy refuses', async () => {
    answer(api.console.send, () => Promise.reject(new TypeError('Failed to fetch')))
    show()
    fireEvent.click(await sendButton())
    expect(await screen.findByText(/^The answer did not arrive from this server. The API may have received the request/)).toBeVisible()
    vi.spyOn(Response, 'json').mockReturnValueOnce(new Response('<html>', { status: 413 }))
    answer(api.console.send, reply({}))
    fireEvent.click(await sendButton())
    expect(await screen.findByText(/^A proxy in front of Sheaf refuses content of this size/)).toBeVisible()
  })

  it('shows its seconds, and is cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    answer(api.console.send, () => new Promise(() => {}))
    show()
    fireEvent.click(await sendButton())
    await screen.findByText('Waiting for the answer')
    expect(screen.queryByText('1 s')).toBeNull()
    act(() => void vi.advanceTimersByTime(2000))
    expect(screen.getByText('2 s')).toBeVisible()
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Cancelled. The API may have received the request.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Answer' })).toBeNull()
  })

  it('is sent from the browser of a reader who is not signed in, and says what signing in is for', async () => {
    FakeWorker.next = { problem: { kind: 'failed' } }
    show('/12/4?try', null)
    expect(await screen.findByText('From this browser to api.test')).toBeVisible()
    fireEvent.click(await sendButton())
    expect(await screen.findByText(/for signed-in readers/)).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('takes no body above 1 MB', async () => {
    show()
    const area = await screen.findByRole('textbox', { name: 'Body' })
    fireEvent.change(area, { target: { value: `"${'a'.repeat(1024 * 1024 - 1)}"` } })
    fireEvent.click(await sendButton())
    expect(await screen.findByText(/a body of 1 MB at most/)).toBeVisible()
    expect(sent()).toEqual([])
  })
})

it('says what is wrong with a body while one types', async () => {
  show()
  const area = await screen.findByRole('textbox', { name: 'Body' })
  fireEvent.change(area, { target: { value: '{"note": 1, "colour": 2}' } })
  for (const text of ['lines is missing', 'note is documented as string', 'colour is not documented'])
    expect(screen.getByText(text)).toBeVisible()
  // Once, when the first one appears: the text does not move at each key.
  fireEvent.change(area, { target: { value: '{"note": 1}' } })
  expect(scrolledTo).toEqual([screen.getByText('lines is missing').parentElement])
  fireEvent.change(area, { target: { value: '{' } })
  expect(screen.getByText(/This is no JSON/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Back to the example' }))
  expect(area).toHaveValue('{\n  "lines": []\n}')
})

it('copies the request as curl, without secrets unless they are asked for', async () => {
  const user = userEvent.setup()
  show()
  await user.type(await screen.findByLabelText('Token'), SECRET)
  await user.click(screen.getByRole('button', { name: 'Add a header' }))
  await user.type(screen.getByLabelText('Name'), 'Authorization')
  await user.type(screen.getByLabelText('Value of Authorization'), `Bearer ${SECRET}`)
  await user.click(screen.getByRole('button', { name: 'curl' }))
  await user.click(screen.getByRole('menuitem', { name: 'Copy without my secrets' }))
  await screen.findByText('Copied')
  const safe = await navigator.clipboard.readText()
  expect(safe).not.toContain(SECRET)
  expect(safe).toContain('Bearer ')
  await user.click(screen.getByRole('button', { name: 'curl' }))
  await user.click(screen.getByRole('menuitem', { name: 'Copy with my values' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain(SECRET))
})

it('masks secrets, keeps what is typed in this tab or on the device, and forgets it with the account (S222)', async () => {
  const user = userEvent.setup()
  const first = show()
  const token = await screen.findByLabelText('Token')
  expect(token).toHaveAttribute('type', 'password')
  await user.type(token, SECRET)
  expect(JSON.stringify(sessionStorage)).toContain(SECRET)
  first.unmount()
  const second = show()
  expect(await screen.findByLabelText('Token')).toHaveValue(SECRET)
  await user.click(screen.getByLabelText('Keep what I type on this device'))
  expect(JSON.stringify(localStorage)).toContain(SECRET)
  expect(JSON.stringify(sessionStorage)).not.toContain(SECRET)
  setAccount(null)
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(SECRET)
  await screen.findByDisplayValue('Bearer token')
  second.unmount()
  show('/12/4?try', { ...emma, uid: '2' })
  expect(await screen.findByLabelText('Token')).toHaveValue('')
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(SECRET)
})

it('offers the requests that were sent before, without secrets', async () => {
  const user = userEvent.setup()
  show()
  await user.type(await screen.findByLabelText('Token'), SECRET)
  await user.type(screen.getByLabelText('limit'), '99')
  await user.click(await sendButton())
  await screen.findByRole('region', { name: 'Answer' })
  expect(JSON.stringify(localStorage)).not.toContain(SECRET)
  await user.clear(screen.getByLabelText('limit'))
  await user.click(screen.getByText('Recent requests (1)'))
  await user.click(screen.getByRole('button', { name: /^Use the request of/ }))
  expect(screen.getByLabelText('limit')).toHaveValue('99')
  await user.click(screen.getByRole('button', { name: 'Forget them' }))
  expect(screen.queryByText('Recent requests (1)')).toBeNull()
})

it('explains keys in cookies, and has states without an environment and after a failure', async () => {
  answer(api.console.call, aCall({ schemes: [{ kind: 'cookie', key: 'sid' }] }))
  const first = show()
  expect(await screen.findByText(/takes a key in the cookie sid/)).toBeVisible()
  first.unmount()
  answer(api.console.environments, [anEnvironment({ is_shown: false })])
  const second = show()
  expect(await screen.findByText('There is no environment to send to')).toBeVisible()
  second.unmount()
  refuse(api.console.call, 'noVisit')
  show()
  expect(await screen.findByText('The operation could not be loaded')).toBeVisible()
})
