// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, makeQueryClient } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
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
const origin = location.origin

beforeEach(() => {
  resetAnswers()
  copied.mockClear()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
})
afterEach(cleanup)

it('shows the links of the page and of the item, and copies them', async () => {
  show()
  expect(value(/^Link for those/)).toBe(`${origin}/12/4`)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(copied).toHaveBeenCalledWith(`${origin}/12/4`)
  fireEvent.click(screen.getByRole('radio', { name: 'Whole item' }))
  expect(value(/^Link for those/)).toBe(`${origin}/12`)
})

it('shows the link as a QR code from the server', () => {
  show()
  const picture = screen.getByRole('img', { name: 'QR code of the link' })
  expect(picture.getAttribute('src')).toBe(`/api/common/qrcode?size=3&url=${encodeURIComponent(`${origin}/12/4`)}`)
})

it('creates the single-page link, and withdraws it only after a confirmation', async () => {
  answer(api.page.createSinglePage, ({ isCreateSiglePage }) => (isCreateSiglePage === 'true' ? { unique_key: 'k1', page_id: 4 } : []))
  show()
  const toggle = screen.getByRole('switch', { name: 'Anyone with a link' })
  fireEvent.click(toggle)
  await waitFor(() => expect(value(/this page alone/)).toBe(`${origin}/p/k1`))
  expect(screen.getByRole('img').getAttribute('src')).toContain(encodeURIComponent('/p/k1'))

  fireEvent.click(toggle)
  expect(sentRequests).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the link' }))
  await waitFor(() => expect(screen.queryByLabelText(/this page alone/)).toBeNull())
  expect(sentRequests.map(({ fields }) => fields)).toEqual([
    { page_id: '4', isCreateSiglePage: 'true' },
    { page_id: '4', isCreateSiglePage: 'false' },
  ])
})

it('hides the switch from users who cannot edit, and shows a refusal of the server', async () => {
  show({ mayLink: false })
  expect(screen.queryByRole('switch')).toBeNull()
  cleanup()
  refuse(api.page.createSinglePage, 'noPermission')
  show()
  fireEvent.click(screen.getByRole('switch'))
  expect(await screen.findByText('You do not have permission to do this')).toBeVisible()
})
