// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

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

test('the focus goes to the safe button and comes back on Escape', async () => {
  const button = ask()
  screen.getByRole('dialog', { name: 'Delete “Orders”?' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
})

/* The dialog takes the middle of the window. */
function drawn() {
  const dialog = screen.getByRole('dialog')
  dialog.getBoundingClientRect = () => ({ left: 100, right: 500, top: 100, bottom: 300 }) as DOMRect
  return dialog
}
const inside = { clientX: 200, clientY: 200 }
const beside = { clientX: 20, clientY: 200 }

test('a press on the ground behind closes it; a selection that begins inside and ends there does not', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Import JSON" onClose={onClose} onSubmit={() => {}} actions={<button type="submit">Put in</button>}>
      <textarea aria-label="JSON" defaultValue='{ "id": 1 }' />
    </Dialog>,
  )
  const dialog = drawn()
  // The browser gives the click of such a drag to what both ends have in common.
  fireEvent.pointerDown(screen.getByLabelText('JSON'), inside)
  fireEvent.click(dialog, beside)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog, inside)
  fireEvent.click(dialog, beside)
  fireEvent.pointerDown(dialog, beside)
  fireEvent.click(dialog, inside)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog, beside)
  fireEvent.click(dialog, beside)
  expect(onClose).toHaveBeenCalledOnce()
})

test('without actions it has a button that closes it, and the focus goes to what it is about', () => {
  const onClose = vi.fn()
  const { rerender } = render(
    <Dialog title="Text display" onClose={onClose}>
      <button type="button">Larger</button>
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Larger' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
  rerender(
    <Dialog title="Text display" onClose={onClose} actions={<button type="button">Done</button>}>
      text
    </Dialog>,
  )
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

test('an error stays in the dialog, success closes it', async () => {
  ask()
  remove.mockRejectedValueOnce(new Error('You do not have permission to do this'))
  fireEvent.click(screen.getByRole('button', { name: 'Delete the page' }))
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have permission to do this')
  fireEvent.click(screen.getByRole('button', { name: 'Delete the page' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
