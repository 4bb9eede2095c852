// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Pager, pagesShown } from './pager.tsx'

afterEach(cleanup)

it.each([
  [1, 1, '1'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 22, '1 2 3 4 5 0 22'],
  [4, 22, '1 0 3 4 5 0 22'],
  [11, 22, '1 0 10 11 12 0 22'],
  [22, 22, '1 0 18 19 20 21 22'],
])('shows the page numbers around page %d of %d', (page, last, shown) => {
  expect(pagesShown(page, last).join(' ')).toBe(shown)
})

it('links to the adjacent and displayed pages', () => {
  const onPage = vi.fn()
  render(<Pager page={2} size={6} total={14} onPage={onPage} />)
  expect(screen.getByText('7 to 12 of 14')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  for (const name of ['Previous page', 'Page 3', 'Next page']) fireEvent.click(screen.getByRole('button', { name }))
  expect(onPage.mock.calls).toEqual([[1], [3], [3]])
})

it('has no links for a single page and is not rendered without rows', () => {
  const { rerender, container } = render(<Pager page={1} size={6} total={6} onPage={() => {}} />)
  expect(screen.getByText('1 to 6 of 6')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Pager page={1} size={6} total={0} onPage={() => {}} />)
  expect(container.textContent).toBe('')
})
