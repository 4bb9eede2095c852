// @vitest-environment jsdom
import type { ApiCall, ApiServer } from '@sheaf/description/call'
import { samplesOf } from '@sheaf/description/server-samples'
import { renderPage } from '@sheaf/description/view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readServer, writeServer } from '../../session/server-choice.ts'
import { enhanceArticle } from './body.tsx'
import { replaceText } from './servers.ts'

const region = { name: 'region', preset: 'eu', values: ['eu', 'us'], about: '' }
const base = { name: 'base', preset: 'v2', values: [], about: '' }
const servers: ApiServer[] = [
  { url: 'https://{region}.example.com/{base}', title: 'Production', variables: [region, base] },
  { url: 'https://staging.example.com/{base}', title: 'Staging', variables: [base] },
  { url: 'wss://live.example.com', title: 'Feed', variables: [] },
]
const call: ApiCall = { method: 'GET', url: 'https://eu.example.com/v2/orders', route: '/orders', servers }

let root: HTMLElement
let stop = () => {}

async function open(change?: () => void, scope = '12') {
  stop()
  const { html } = await renderPage('```operation orders listOrders\n```', { calls: () => call })
  root.innerHTML = html
  change?.()
  stop = enhanceArticle(root, { language: 'en', scope })
  await vi.dynamicImportSettled()
}
const find = <T extends HTMLElement>(selector: string) => root.querySelector<T>(selector)!
const address = () => find('.endpoint .url').textContent
const muted = () => find('.endpoint .url i').textContent
const samples = () => [...root.querySelectorAll('.samples pre')].map((one) => one.textContent)
const set = (selector: string, value: string) => {
  const field = find<HTMLInputElement>(selector)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const says = (url: string) =>
  vi.waitFor(() => {
    expect(address()).toBe(url)
    expect(samples()).toEqual(samplesOf({ ...call, url }).map(({ text }) => text))
  })

beforeEach(() => {
  localStorage.clear()
  root = document.createElement('div')
  document.body.append(root)
})
afterEach(() => {
  stop()
  root.remove()
})

describe('the choice of a server', () => {
  it('changes the address and all samples, and shows the fields of the chosen server', async () => {
    await open()
    await says('https://eu.example.com/v2/orders')
    const colours = root.querySelectorAll('.samples pre .hljs-string').length
    set('[data-name="region"]', 'us')
    await says('https://us.example.com/v2/orders')
    expect(muted()).toBe('https://us.example.com')
    expect(root.querySelectorAll('.samples pre .hljs-string')).toHaveLength(colours)
    set('[data-pick]', '1')
    await says('https://staging.example.com/v2/orders')
    expect(find('[data-server="0"]').hidden).toBe(true)
    expect(find('[data-server="1"]').hidden).toBe(false)
    set('[data-server="1"] [data-name="base"]', `'; \`x\` $(y)\n<b>`)
    await says('https://staging.example.com/%27%3B%20%60x%60%20%24%28y%29%3Cb%3E/orders')
    expect(root.querySelector('.endpoint b')).toBeNull()
  })

  it('shows no samples for a server that they cannot say', async () => {
    await open()
    await says('https://eu.example.com/v2/orders')
    set('[data-pick]', '2')
    expect(address()).toBe('wss://live.example.com/orders')
    expect(find('.samples').hidden).toBe(true)
    set('[data-pick]', '0')
    expect(find('.samples').hidden).toBe(false)
    await says('https://eu.example.com/v2/orders')
  })

  it('is kept per source and item, and forgotten with the first server and its defaults', async () => {
    await open()
    await says('https://eu.example.com/v2/orders')
    set('[data-name="base"]', 'v9')
    set('[data-pick]', '1')
    expect(readServer('12', 'orders')).toEqual({
      server: 'https://staging.example.com/{base}',
      values: { base: 'v9' },
      address: 'https://staging.example.com/v9',
    })
    await open()
    await says('https://staging.example.com/v9/orders')
    await open(undefined, '13')
    await says('https://eu.example.com/v2/orders')
    await open()
    await says('https://staging.example.com/v9/orders')
    set('[data-pick]', '0')
    set('[data-server="0"] [data-name="base"]', 'v2')
    expect(localStorage).toHaveLength(0)
  })

  it('is taken over if it was made before the script was there', async () => {
    await open(() => {
      find<HTMLSelectElement>('[data-pick]').value = '1'
    })
    await says('https://staging.example.com/v2/orders')
    expect(readServer('12', 'orders')?.address).toBe('https://staging.example.com/v2')
  })

  it('falls back to the first server, and to the default of a value that is gone', async () => {
    for (const odd of [
      'x',
      '{}',
      '[]',
      'null',
      '{"server":1}',
      '{"server":"https://gone","values":{"region":"gone"},"address":"https://gone"}',
    ]) {
      localStorage.setItem('sheaf.server.12.orders', odd)
      await open()
      await says('https://eu.example.com/v2/orders')
    }
    localStorage.setItem('sheaf.server.12.orders', `{"server":"${servers[0]!.url}","values":{"region":"gone","base":7},"address":""}`)
    await open()
    await says('https://eu.example.com/v2/orders')
  })

  it('follows a choice that is made elsewhere, such as in the console, and is left alone by its own', async () => {
    await open()
    await says('https://eu.example.com/v2/orders')
    writeServer('12', 'orders', { server: servers[1]!.url, values: { base: 'v5' }, address: 'https://staging.example.com/v5' })
    await says('https://staging.example.com/v5/orders')
    expect(find<HTMLSelectElement>('[data-pick]').value).toBe('1')
    writeServer('12', 'others', undefined)
    writeServer('13', 'orders', undefined)
    await says('https://staging.example.com/v5/orders')
    writeServer('12', 'orders', undefined)
    await says('https://eu.example.com/v2/orders')
  })

  it('keeps no value of a variable with the name of a secret', () => {
    writeServer('12', 'orders', { server: 'https://a', values: { api_key: 'canary', base: 'v1' }, address: 'https://a' })
    expect(JSON.stringify(localStorage)).not.toContain('canary')
    expect(readServer('12', 'orders')?.values).toEqual({ base: 'v1' })
  })
})

it('a part of a highlighted text is replaced in its place', () => {
  const element = document.createElement('code')
  const cases: [string, string, string][] = [
    ['a <b>"x"</b> c', 'a "yz" c', 'a <b>"yz"</b> c'],
    ['<b>one</b><i>two</i>', 'onetwo', '<b>one</b><i>two</i>'],
    ['<b>one</b><i>two</i>', 'oXo', '<b>oX</b><i>o</i>'],
    ['<b>one</b><i>two</i>', 'one, two', '<b>one, </b><i>two</i>'],
    ['<b>one</b>', 'one more', '<b>one more</b>'],
    ['<b>aaa</b>', 'aaaa', '<b>aaaa</b>'],
    ['', 'new', 'new'],
    ['<b>one</b>', '', '<b></b>'],
    ['<b>😀</b>x', '😁x', '<b>😁</b>x'],
  ]
  for (const [html, text, expected] of cases) {
    element.innerHTML = html
    replaceText(element, text)
    expect(element.innerHTML).toBe(expected)
    expect(element.textContent).toBe(text)
  }
})
