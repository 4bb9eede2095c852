// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../app.tsx'
import { aPage, boot } from '../item/item-screen.given.ts'
import { api } from '../lib/api.ts'
import { makeQueryClient } from '../lib/query.ts'
import { answer, asked, forgetAnswers, refuse } from '../test/answer.ts'
import { SharedPageScreen } from './shared-page-screen.tsx'

const show = (path: string) => {
  const routes = [
    { path: '/p/:unique_key', element: <SharedPageScreen /> },
    { path: '/page/:page_id', element: <SharedPageScreen /> },
    { path: '*', element: <div>elsewhere</div> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <App boot={boot({ account: null })} queries={makeQueryClient()}>
      <RouterProvider router={router} />
    </App>,
  )
  return router
}

beforeEach(() => {
  forgetAnswers()
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(cleanup)

it('shows the page of a link, its table of contents, full screen, and nothing else', async () => {
  answer(api.page.view, aPage('4', { item_id: '0', attachment_count: '2' }))
  show('/p/k1')
  expect(await screen.findByRole('heading', { level: 1, name: 'Add a line' })).toBeTruthy()
  expect(asked.map(({ fields }) => fields)).toEqual([{ unique_key: 'k1', language: 'en' }])
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Headers', 'Body'])
  expect(screen.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeTruthy()
  expect(document.title).toBe('Add a line - Sheaf')
})

it('says that a link no longer works', async () => {
  refuse(api.page.view, 10101, 'no')
  show('/p/k1')
  expect(await screen.findByText('This link no longer works')).toBeTruthy()
})

it('asks for the password of the item of a page by its number', async () => {
  refuse(api.page.view, 10303, 'no')
  const router = show('/page/4')
  await screen.findByText('elsewhere')
  expect(router.state.location.pathname + router.state.location.search).toBe('/item/password/0?page_id=4&redirect=%2Fpage%2F4')
  expect(asked[0]?.fields).toEqual({ page_id: '4', language: 'en' })
})
