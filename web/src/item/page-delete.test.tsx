// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, asked, forgetAnswers, refuse } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { PageDelete } from './page-delete.tsx'

afterEach(() => {
  cleanup()
  forgetAnswers()
})

const page = { page_id: '42', page_title: 'Refunds', item: '7' }

it('deletes the page after asking, by name', async () => {
  answer(api.page.delete, [])
  open(<PageDelete page={page} onClose={() => {}} />, '/7/42')
  expect(screen.getByRole('dialog').textContent).toContain('Delete “Refunds”?')
  fireEvent.click(screen.getByRole('button', { name: 'Delete page' }))
  expect(await screen.findByText('“Refunds” is deleted')).toBeTruthy()
  expect(asked.map(({ path, fields }) => [path, fields])).toEqual([['page/delete', { page_id: '42' }]])
})

it('says why it may not', async () => {
  refuse(api.page.delete, 10303, 'You have no access to this item')
  open(<PageDelete page={page} onClose={() => {}} />, '/7/42')
  fireEvent.click(screen.getByRole('button', { name: 'Delete page' }))
  expect(await screen.findByText('You have no access to this item')).toBeTruthy()
})
