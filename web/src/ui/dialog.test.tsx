// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

const remove = vi.fn(() => Promise.resolve())

function Page() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Delete…
      </button>
      {asking && (
        <ConfirmDialog title="Delete “Orders”?" action="Delete the page" danger onConfirm={remove} onClose={() => setAsking(false)}>
          It can be restored for 30 days.
        </ConfirmDialog>
      )}
    </>
  )
}

const ask = () => {
  render(<Page />)
  const button = screen.getByRole('button', { name: 'Delete…' })
  button.focus()
  fireEvent.click(button)
  return button
}

test('the focus goes to the safe button and comes back on Escape', () => {
  const button = ask()
  screen.getByRole('dialog', { name: 'Delete “Orders”?' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('an error stays in the dialog, success closes it', async () => {
  ask()
  remove.mockRejectedValueOnce(new Error('You do not have permission to do this'))
  fireEvent.click(screen.getByRole('button', { name: 'Delete the page' }))
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have permission to do this')
  fireEvent.click(screen.getByRole('button', { name: 'Delete the page' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
