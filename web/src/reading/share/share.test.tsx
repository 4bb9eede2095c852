// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, makeQueryClient } from '../../lib/api.ts'
import { answer, asked, forgetAnswers, refuse } from '../../test/answer.ts'
import { ShareContent } from './content.tsx'
import type { ShareTarget } from './target.ts'

const page: ShareTarget = { itemPath: '/12', pagePath: '/12/4', page_id: '4', unique_key: '', mayLink: true }
const show = (more: Partial<ShareTarget> = {}) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ShareContent share={{ ...page, ...more }} />
    </QueryClientProvider>,
  )
const copied = vi.fn(async (_text: string) => {})
const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const here = location.origin

beforeEach(() => {
  forgetAnswers()
  copied.mockClear()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
})
afterEach(cleanup)

it('gives the link of the page and of the whole item, to copy', async () => {
  show()
  expect(value(/^Link for those/)).toBe(`${here}/12/4`)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(copied).toHaveBeenCalledWith(`${here}/12/4`)
  fireEvent.click(screen.getByRole('radio', { name: 'Whole item' }))
  expect(value(/^Link for those/)).toBe(`${here}/12`)
})

it('draws the link as a QR code by the server', () => {
  show()
  const picture = screen.getByRole('img', { name: 'QR code of the link' })
  expect(picture.getAttribute('src')).toBe(`/api/common/qrcode?size=3&url=${encodeURIComponent(`${here}/12/4`)}`)
})

it('makes the single-page link, and withdraws it only after a question', async () => {
  answer(api.page.createSinglePage, ({ isCreateSiglePage }) => (isCreateSiglePage === 'true' ? { unique_key: 'k1', page_id: 4 } : []))
  show()
  const turn = screen.getByRole('switch', { name: 'Anyone with a link' })
  fireEvent.click(turn)
  await waitFor(() => expect(value(/this page alone/)).toBe(`${here}/p/k1`))
  expect(screen.getByRole('img').getAttribute('src')).toContain(encodeURIComponent('/p/k1'))

  fireEvent.click(turn)
  expect(asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the link' }))
  await waitFor(() => expect(screen.queryByLabelText(/this page alone/)).toBeNull())
  expect(asked.map(({ fields }) => fields)).toEqual([
    { page_id: '4', isCreateSiglePage: 'true' },
    { page_id: '4', isCreateSiglePage: 'false' },
  ])
})

it('keeps the switch from those who may not edit, and says when the server refuses', async () => {
  show({ mayLink: false })
  expect(screen.queryByRole('switch')).toBeNull()
  cleanup()
  refuse(api.page.createSinglePage, 10103, 'You do not have permission to do this')
  show()
  fireEvent.click(screen.getByRole('switch'))
  expect(await screen.findByText('You do not have permission to do this')).toBeVisible()
})
