// @vitest-environment jsdom
import '../../test/browser.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, resetAnswers } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { Upload } from '../../test/upload.ts'
import type { Info } from '../../tree/item-tree.ts'
import { ImportDialog } from './import-dialog.tsx'

const menu = {
  pages: [],
  catalogs: [{ cat_id: '5', cat_name: 'Guides', parent_cat_id: '0', level: '2', s_number: '1', item_id: '7', pages: [], catalogs: [] }],
}
const info = { item_id: '7', item_name: 'Manual', item_type: '1', edit_cats: null, menu } as unknown as Info
const file = (name = 'api.json') => new File(['{}'], name)
const choose = (chosen = file()) =>
  act(async () => fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [chosen] } }))
const preview = { item_name: 'Manual', catalogs: 2, pages: 30, existing: 4, skipped: [{ name: 'POST /in', reason: 'masked' }] }
const report = { catalogs: 2, pages: 30, updated: 3, unchanged: 1, files: 0, skipped: [] }

const show = (more: Partial<Info> = {}) => {
  const onClose = vi.fn()
  open(<ImportDialog info={{ ...info, ...more }} onClose={onClose} />, '/7')
  return onClose
}

beforeEach(() => answer(api.import.progress, { stage: 'none', done: 0, total: 0 }))
afterEach(() => {
  cleanup()
  resetAnswers()
  Upload.all = []
})

it('offers a member with one catalog only this catalog, preselected', () => {
  show({ edit_cats: ['5'] })
  const into = screen.getByLabelText<HTMLSelectElement>('Into')
  expect([into.value, [...into.options].map((option) => option.text)]).toEqual(['5', ['Guides']])
})

it('leads managers to a source that keeps the pages in step', () => {
  show({ item_manage: true })
  expect(screen.getByRole('link', { name: 'Add it as a source' }).getAttribute('href')).toBe('/item/sources/7?add=1')
  cleanup()
  show({ item_manage: false })
  expect(screen.queryByRole('link', { name: 'Add it as a source' })).toBeNull()
})

it('shows a preview before the import and a report after it', async () => {
  const onClose = show()
  fireEvent.change(screen.getByLabelText('Into'), { target: { value: '5' } })
  await choose()
  expect(Upload.last.address).toBe('/api/import/preview')
  expect([Upload.last.body.get('item_id'), Upload.last.body.get('cat_id')]).toEqual(['7', '5'])
  expect(screen.getByRole('status').textContent).toContain('Looking into “api.json”')
  await Upload.last.answers(preview)
  expect(Upload.all).toHaveLength(1)
  expect(screen.getByText('30 new pages and 2 new catalogs are added.')).toBeVisible()
  expect(screen.getByText(/4 pages are there already/)).toBeVisible()
  expect(screen.getByText('POST /in')).toBeVisible()
  const go = screen.getByRole('button', { name: 'Import' })
  expect(document.activeElement).toBe(go)
  await act(async () => fireEvent.click(go))
  expect(Upload.last.address).toBe('/api/import/auto')
  expect([Upload.last.body.get('item_id'), Upload.last.body.get('cat_id'), Upload.last.body.has('password')]).toEqual(['7', '5', false])
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  await Upload.last.answers({ item_id: '7', item_name: 'Manual', report })
  expect(screen.getByRole('dialog', { name: 'Imported into “Manual”' })).toBeVisible()
  expect(screen.getByText('2 catalogs · 30 pages · 0 files · 3 pages updated · 1 page unchanged')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalled()
})

it('changes nothing when the preview is cancelled, and accepts another file', async () => {
  const onClose = show()
  await choose()
  await Upload.last.answers({ ...preview, existing: 0, skipped: [] })
  expect(screen.getByText('No page that is there is changed.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Another file' }))
  await choose(file('other.zip'))
  expect(screen.getByText('Looking into “other.zip”…')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalled()
  expect(Upload.all.every((upload) => upload.address === '/api/import/preview')).toBe(true)
})

it('shows the server’s error message at each step and retries', async () => {
  show()
  await choose()
  await Upload.last.refuses('importKind', 'This file cannot be imported')
  expect(screen.getByRole('alert').textContent).toContain('This file cannot be imported')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  await Upload.last.answers(preview)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Import' })))
  const first = Upload.last.body.get('request_id')
  await Upload.last.refuses('importOvertaken', 'Others kept changing this item')
  expect(screen.getByRole('alert').textContent).toContain('Others kept changing')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(Upload.last.address).toBe('/api/import/auto')
  expect(Upload.last.body.get('request_id')).not.toBe(first)
})
