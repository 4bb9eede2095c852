// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { withQueries } from '../test/screen.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

const remove = vi.fn(() => Promise.resolve())

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Delete…
      </button>
      {isOpen && (
        <ConfirmDialog title="Delete “Orders”?" action="Delete the page" danger onConfirm={remove} onClose={() => setIsOpen(false)}>
          It can be restored for 30 days.
        </ConfirmDialog>
      )}
    </>
  )
}

const openDialog = () => {
  render(<Page />, withQueries())
  const button = screen.getByRole('button', { name: 'Delete…' })
  button.focus()
  fireEvent.click(button)
  return button
}

test('focuses the safe button and restores the focus on Escape', async () => {
  const button = openDialog()
  screen.getByRole('dialog', { name: 'Delete “Orders”?' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
})

/* The fake dialog covers the middle of the window. */
function drawn() {
  const dialog = screen.getByRole('dialog')
  dialog.getBoundingClientRect = () => ({ left: 100, right: 500, top: 100, bottom: 300 }) as DOMRect
  return dialog
}
const inside = { clientX: 200, clientY: 200 }
const onBackdrop = { clientX: 20, clientY: 200 }

test('closes on a click on the backdrop, but not after a selection that ends there', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Import JSON" onClose={onClose} onSubmit={() => {}} actions={<button type="submit">Put in</button>}>
      <textarea aria-label="JSON" defaultValue='{ "id": 1 }' />
    </Dialog>,
  )
  const dialog = drawn()
  // The browser dispatches the click of such a drag on the common ancestor of both ends.
  fireEvent.pointerDown(screen.getByLabelText('JSON'), inside)
  fireEvent.click(dialog, onBackdrop)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog, inside)
  fireEvent.click(dialog, onBackdrop)
  fireEvent.pointerDown(dialog, onBackdrop)
  fireEvent.click(dialog, inside)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog, onBackdrop)
  fireEvent.click(dialog, onBackdrop)
  expect(onClose).toHaveBeenCalledOnce()
})

test('has a close button if there are no actions, and focuses its content', () => {
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

test('shows an error in the dialog and closes after success', async () => {
  openDialog()
  remove.mockRejectedValueOnce(new Error('You do not have permission to do this'))
  fireEvent.click(screen.getByRole('button', { name: 'Delete the page' }))
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have permission to do this')
  fireEvent.click(screen.getByRole('button', { name: 'Delete the page' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
