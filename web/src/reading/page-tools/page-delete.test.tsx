// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { PageDelete } from './page-delete.tsx'

afterEach(() => {
  cleanup()
  resetAnswers()
})

const view = { page_id: '42', page_title: 'Refunds' }

it('deletes the page after a confirmation that names it', async () => {
  answer(api.page.delete, [])
  open(<PageDelete view={view} item="7" onClose={() => {}} />, '/7/42')
  expect(screen.getByRole('dialog').textContent).toContain('Delete “Refunds”?')
  fireEvent.click(screen.getByRole('button', { name: 'Delete page' }))
  expect(await screen.findByText('“Refunds” is deleted')).toBeVisible()
  expect(await screen.findByText('now at /7')).toBeVisible()
  expect(sentRequests.map(({ path, fields }) => [path, fields])).toEqual([['page/delete', { page_id: '42' }]])
})

it('shows why the server refuses the deletion', async () => {
  open(<PageDelete view={view} item="7" onClose={() => {}} />, '/7/42')
  refuse(api.page.delete, 'archived')
  fireEvent.click(screen.getByRole('button', { name: 'Delete page' }))
  expect(await screen.findByText('This item is archived and can only be read')).toBeVisible()
})
