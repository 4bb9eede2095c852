// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { LanguageContext } from '../lib/words.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import type { Node } from './outline.ts'
import { PrintScreen, printHtml } from './print-screen.tsx'

const pages = Array.from(
  { length: 45 },
  (_, n): Node => ({ kind: 'page', id: String(n + 1), title: `Page ${n + 1}`, parent: '7', level: 2, number: `1.${n + 1}` }),
)
const nodes: Node[] = [{ kind: 'catalog', id: '7', title: 'Guides', parent: '0', level: 1, number: '1' }, ...pages]
const show = () => open(<PrintScreen />, '/item/export/5/print', '/item/export/:item_id/print')

afterEach(() => {
  cleanup()
  resetAnswers()
})

it('renders the contents and all pages in batches, and prints when everything is loaded', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  answer(api.export.outline, { item_name: 'Orders', item_type: '1', nodes })
  answer(api.export.pages, ({ page_ids = '[]' }) => ({
    pages: (JSON.parse(page_ids) as number[]).map((id) => ({ page_id: String(id), html: `<p>Text ${id}</p>`, needs: [] })),
  }))
  show()
  expect(await screen.findByText('Text 45')).toBeVisible()
  // No heading can have the id of the main part.
  expect(screen.getByRole('main').id).toMatch(/~$/)
  expect(sentRequests.filter(({ path }) => path === 'export/pages')).toHaveLength(3)
  expect(screen.getByRole('link', { name: '1.3Page 3' }).getAttribute('href')).toBe('#page-3')
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toContain('1.45Page 45')
  const button = screen.getByRole('button', { name: 'Print or save as PDF' }) as HTMLButtonElement
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  expect(print).toHaveBeenCalledOnce()
  expect(document.documentElement.dataset['theme']).toBe('light')
  cleanup()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

it('shows the print instruction in Chinese when everything is loaded', async () => {
  answer(api.export.outline, { item_name: '订单', item_type: '1', nodes: pages.slice(0, 1) })
  answer(api.export.pages, { pages: [{ page_id: '1', html: '<p>正文</p>', needs: [] }] })
  const inChinese = (
    <LanguageContext value="zh">
      <PrintScreen />
    </LanguageContext>
  )
  open(inChinese, '/item/export/5/print', '/item/export/:item_id/print')
  expect(await screen.findByText('共 1 个页面，请在打印机列表中选择“另存为 PDF”。')).toBeTruthy()
})

it('renders no text for a catalog that has the same id as a page', async () => {
  const both: Node[] = [
    { kind: 'page', id: '1', title: 'Intro', parent: '0', level: 1, number: '1' },
    { kind: 'catalog', id: '1', title: 'Orders', parent: '0', level: 1, number: '2' },
    { kind: 'page', id: '2', title: 'List orders', parent: '1', level: 2, number: '2.1' },
  ]
  answer(api.export.outline, { item_name: 'Orders', item_type: '1', nodes: both })
  answer(api.export.pages, {
    pages: ['1', '2'].map((page_id) => ({ page_id, html: `<p>Text ${page_id}</p>`, needs: [] })),
  })
  show()
  await screen.findByText('Text 2')
  expect(screen.getAllByText('Text 1')).toHaveLength(1)
  const [, orders] = screen.getAllByRole('heading', { level: 1 }).slice(-2)
  expect(orders?.closest('section')?.textContent).toBe('2Orders')
})

it('shows an error, and retries', async () => {
  refuse(api.export.outline, 'noPermission')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have permission')
  answer(api.export.outline, { item_name: 'Orders', item_type: '1', nodes: [] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible()
})

it('makes anchors unique per page, and links to other printed pages', () => {
  const html =
    '<h2 id="a">A <a class="anc" href="#a">#</a></h2><a href="/5/3#b">three</a><a href="/5/99">x</a><a href="/page/3">3</a><img src="/x.png" loading="lazy">'
  expect(printHtml(html, '2', '5', new Set(['2', '3']))).toBe(
    '<h2 id="page-2-a">A <a class="anc" href="#page-2-a">#</a></h2><a href="#page-3">three</a><a href="/5/99">x</a><a href="#page-3">3</a><img src="/x.png">',
  )
})
