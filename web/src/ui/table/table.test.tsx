// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Column, Table } from './table.tsx'

afterEach(cleanup)

interface Member {
  name: string
  pages: number
}
const columns: (Column<Member> | false)[] = [
  { head: 'Name', cell: ({ name }) => name, isName: true, look: 'cut', title: ({ name }) => name },
  { head: 'Pages', cell: ({ pages }) => pages, phone: ({ pages }) => `${pages} pages`, isNumber: true, from: 1200 },
  false,
]
const rows = (...names: string[]) => (
  <Table
    name="Members"
    look="people"
    columns={columns}
    rows={names.map((name) => ({ name, pages: 3 }))}
    keyOf={({ name }) => name}
    rowLook={({ name }) => (name === 'noah' ? 'off' : undefined)}
    actions={{ head: 'Actions', cell: ({ name }) => <button type="button">{`Remove ${name}`}</button>, width: 48 }}
  />
)

test('a table has a name and explicit roles, including for rows added later', () => {
  const { rerender } = render(rows('emma'))
  rerender(rows('emma', 'noah'))
  const table = screen.getByRole('table', { name: 'Members' })
  expect(table.querySelectorAll('thead, tbody, tr, td, th')).toHaveLength(table.querySelectorAll('[role]').length)
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((one) => [one.textContent, one.getAttribute('role')]),
  ).toEqual([
    ['emma', 'rowheader'],
    ['noah', 'rowheader'],
  ])
})

test('its columns give headers and cells their width, classes and texts', () => {
  render(rows('emma', 'noah'))
  expect(screen.getAllByRole('columnheader').map((head) => [head.textContent, head.className])).toEqual([
    ['Name', ''],
    ['Pages', 'right from-1200'],
    ['Actions', ''],
  ])
  const [head, emma, noah] = screen.getAllByRole('row') as HTMLElement[]
  expect([head, emma, noah].map((row) => row?.className)).toEqual(['', '', 'off'])
  const [pages, actions] = within(noah as HTMLElement).getAllByRole('cell')
  expect([pages?.className, actions?.className]).toEqual(['right from-1200', 'acts'])
  expect([...(pages?.children ?? [])].map((text) => [text.className, text.textContent])).toEqual([
    ['hide-s', '3'],
    ['only-s', '3 pages'],
  ])
  expect(within(noah as HTMLElement).getByRole('rowheader')).toHaveAttribute('title', 'noah')
  expect(screen.getByRole('button', { name: 'Remove noah' })).toBeVisible()
})
