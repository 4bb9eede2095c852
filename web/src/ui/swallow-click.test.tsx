// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { suppressNextClick } from './drag-events.ts'

it('ignores the click after a drag, but handles the next press, keys and scripted clicks', async () => {
  const onClick = vi.fn()
  render(
    <button type="button" onClick={onClick}>
      Orders
    </button>,
  )
  const button = screen.getByRole('button')
  suppressNextClick()
  fireEvent.click(button, { detail: 1 })
  expect(onClick).toHaveBeenCalledTimes(0)
  fireEvent.click(button, { detail: 1 })
  expect(onClick).toHaveBeenCalledTimes(1)
  // A drag that ends without a click.
  suppressNextClick()
  await userEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(2)
  suppressNextClick()
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(3)
})
