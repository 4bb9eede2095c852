// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Table } from './table.tsx'

afterEach(cleanup)

test('a table has a name and explicit roles, including for rows added later', () => {
  const rows = (names: string[]) => (
    <Table name="Members" look="people" columns={['Name', ['Added', 'when']]} actions="Actions">
      {names.map((name) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>today</td>
          <td />
        </tr>
      ))}
    </Table>
  )
  const { rerender } = render(rows(['emma']))
  rerender(rows(['emma', 'noah']))
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
