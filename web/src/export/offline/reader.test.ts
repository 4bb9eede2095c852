// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const at = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const texts = (selector: string) => at(selector).map((element) => element.textContent)

/** The document of a page in an exported folder, with its scripts. */
beforeAll(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `<header><button class="menu" hidden></button><input type="search" class="seek" hidden><button class="theme" hidden></button></header>
    <div class="found" hidden></div><nav id="side" hidden></nav><main></main>`
  Object.assign(document.body.dataset, { root: '../', page: '12' })
  const words = { none: 'Nothing found', found: '{n} found', more: 'The first {n} of {all}', reading: 'Reading' }
  const nodes = [
    [1, 11, 'Overview', 0],
    [0, 7, '订单 <b>', 0],
    [1, 12, '创建订单', 7],
    [0, 8, 'Closed', 7],
    [1, 13, 'Hidden', 8],
  ]
  Object.assign(window, { sheaf: { item: 'Orders', words, shards: 0, nodes } })
  Element.prototype.scrollIntoView = () => {}
  new Function(readFileSync(join(import.meta.dirname, 'reader.js'), 'utf8'))()
  document.dispatchEvent(new Event('DOMContentLoaded'))
  Object.assign(window, {
    sheafPages: [
      [11, 'About refunds and 退款规则 in <i>orders</i>'],
      [12, 'POST /orders 创建一个订单'],
      [13, 'nothing'],
    ],
  })
})

afterAll(() => void vi.useRealTimers())

async function search(text: string) {
  const field = document.querySelector('.seek') as HTMLInputElement
  field.value = text
  field.dispatchEvent(new Event('input'))
  // Longer than the debounce of the search.
  await vi.advanceTimersByTimeAsync(120)
}

it('shows the tree expanded to this page', () => {
  expect(texts('#side summary')).toEqual(['订单 <b>', 'Closed'])
  expect(at('#side a').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Overview', '../pages/11.html'],
    ['创建订单', '../pages/12.html'],
  ])
  expect(texts('#side [aria-current]')).toEqual(['创建订单'])
})

it.each([
  ['退款', ['Overview']],
  ['单', ['创建订单']],
  ['ORDERS', ['Overview', '创建订单']],
  ['订单 post', ['创建订单']],
  ['<i>', ['Overview']],
  ['xylograph', []],
])('finds %s', async (text, titles) => {
  await search(text)
  expect(texts('.found b')).toEqual(titles)
  expect(document.querySelector('.found i, #side b')).toBeNull()
})

it('marks the search text in the results, and closes', async () => {
  await search('退款')
  expect(texts('.found mark')).toEqual(['退款'])
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect((document.querySelector('.found') as HTMLElement).hidden).toBe(true)
})

it('leaves its keys to an input method, and searches when the word is chosen', async () => {
  await search('退款')
  const field = document.querySelector('.seek') as HTMLInputElement
  const opened = vi.fn((event: Event) => event.preventDefault())
  document.querySelector('.found a')?.addEventListener('click', opened)
  field.value = '退款 ding'
  field.dispatchEvent(new InputEvent('input', { isComposing: true }))
  await vi.advanceTimersByTimeAsync(120)
  expect(texts('.found b')).toEqual(['Overview'])
  for (const key of ['Escape', 'Enter'])
    for (const more of [{ isComposing: true }, { keyCode: 229 }])
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
  expect(opened).not.toHaveBeenCalled()
  field.value = '订单'
  field.dispatchEvent(new CompositionEvent('compositionend'))
  await vi.advanceTimersByTimeAsync(120)
  expect(texts('.found b')).toEqual(['创建订单'])
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
})

it('switches from light to dark and back', () => {
  const button = document.querySelector('.theme') as HTMLElement
  const seen = [1, 2, 3].map(() => {
    button.click()
    return document.documentElement.dataset['theme'] ?? ''
  })
  expect(seen).toEqual(['light', 'dark', ''])
})

it.each([
  ['a computer, where an input method composes it', 'X11; Linux x86_64', false],
  ['Android, which composes each word', 'Linux; Android 15; Pixel 9', true],
])('an unfinished word on %s', async (_, system, isFound) => {
  await search('创建')
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${system})`)
  const field = document.querySelector('.seek') as HTMLInputElement
  field.value = 'refun'
  field.dispatchEvent(new InputEvent('input', { isComposing: true }))
  await vi.advanceTimersByTimeAsync(120)
  expect(texts('.found b').includes('Overview')).toBe(isFound)
  vi.restoreAllMocks()
})
