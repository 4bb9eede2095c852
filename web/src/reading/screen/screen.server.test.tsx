// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../app.tsx'
import { renderScreen } from '../../entry-server.tsx'
import { makeQueryClient } from '../../lib/api.ts'
import type { Boot } from '../../lib/boot.ts'
import { memoryHistory } from '../../lib/navigation/memory.ts'
import { HistoryProvider } from '../../lib/navigation/provider.tsx'
import { routes } from '../../routes.tsx'
import { resetAnswers, sentRequests } from '../../test/answer.ts'
import type { Info } from '../../tree/item-tree.ts'
import { anItem, aPage, boot } from './screen.given.ts'

const seeded = (info: Info, page_id: string, more: Partial<Boot> = {}) =>
  boot({
    seed: [
      ['item/info', { item_id: '12', default_page_id: '' }, info],
      ['page/view', { page_id, language: 'en' }, aPage(page_id)],
    ],
    ...more,
  })
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

let root: Root | undefined
const errors: unknown[] = []

/** Hydrates the HTML of the server. */
async function hydrate(html: string, path: string, bootData: Boot) {
  const box = document.body.appendChild(document.createElement('div'))
  box.innerHTML = html
  const article = box.querySelector('[data-article]')
  await act(async () => {
    root = hydrateRoot(
      box,
      <App boot={bootData} queries={makeQueryClient(bootData.seed)}>
        <HistoryProvider history={memoryHistory(path)} routes={routes} />
      </App>,
      { onRecoverableError: (error) => errors.push(error) },
    )
  })
  return { box, article }
}

beforeEach(() => {
  resetAnswers()
  sessionStorage.clear()
  errors.length = 0
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    /* Expected in this test only: server and browser rendering share one process. */
    if (!String(args[0]).startsWith('Detected multiple renderers')) errors.push(args.map(String))
  })
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

describe('the server renders', () => {
  it('the text, the title, the open branch of the tree and the table of contents', async () => {
    const page = parse(await renderScreen('/12/4', seeded(anItem(), '4')))
    expect(page.querySelector('h1')?.textContent).toBe('Add a line')
    expect(page.querySelector('[data-article]')?.innerHTML).toBe(aPage('4').html)
    expect([...page.querySelectorAll('[role=treeitem]')].map((line) => line.textContent)).toEqual([
      'Overview',
      'Errors',
      'Orders',
      'List orders',
      'Lines',
      'Add a line',
    ])
    expect(page.querySelector('[aria-current=page]')?.getAttribute('href')).toBe('/12/4')
    expect([...page.querySelectorAll('.toc a')].map((link) => link.textContent)).toEqual(['Headers', 'Body'])
  })

  it('the addresses with the base path', async () => {
    const page = parse(await renderScreen('/12/4', seeded(anItem(), '4', { base: '/docs' })))
    expect(page.querySelector('[aria-current=page]')?.getAttribute('href')).toBe('/docs/12/4')
  })

  it('only the rows around the current page of a large tree', async () => {
    const info = anItem()
    info.menu.pages = Array.from({ length: 5000 }, (_, n) => ({ ...info.menu.pages[0]!, page_id: `${n + 1}`, page_title: `Page ${n + 1}` }))
    const lines = [...parse(await renderScreen('/12/3000', seeded(info, '3000'))).querySelectorAll('[role=treeitem]')]
    expect(lines.length).toBeLessThan(100)
    expect(lines.findIndex((line) => line.getAttribute('aria-current') === 'page')).toBeLessThan(20)
  })
})

describe('the browser hydrates', () => {
  it('without errors or requests, and without changing the text', async () => {
    const bootData = seeded(anItem(), '4')
    const html = await renderScreen('/12/4', bootData)
    const { box, article } = await hydrate(html, '/12/4', bootData)
    expect(errors).toEqual([])
    expect(sentRequests).toEqual([])
    expect(box.querySelector('[data-article]')).toBe(article)
    expect(document.title).toBe('Add a line - Order Service API - Sheaf')
  })

  it('without errors in Chinese, for a visitor and with stored open folders', async () => {
    sessionStorage.setItem('open:12', '["10","11"]')
    const info = anItem({ item_edit: false, item_manage: false })
    const bootData = seeded(info, '1', { language: 'zh', account: null })
    bootData.seed[1]![1] = { page_id: '1', language: 'zh' }
    const { box } = await hydrate(await renderScreen('/12', bootData), '/12', bootData)
    expect(errors).toEqual([])
    expect(sentRequests).toEqual([])
    expect(box.querySelectorAll('[role=treeitem]')).toHaveLength(6)
  })
})
