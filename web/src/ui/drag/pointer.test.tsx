// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { suppressClick } from './pointer.ts'

it('ignores the click after a drag, but handles the next press, keys and scripted clicks', async () => {
  const onClick = vi.fn()
  render(
    <button type="button" onClick={onClick}>
      Orders
    </button>,
  )
  const button = screen.getByRole('button')
  suppressClick(false)
  fireEvent.click(button, { detail: 1 })
  expect(onClick).toHaveBeenCalledTimes(0)
  fireEvent.click(button, { detail: 1 })
  expect(onClick).toHaveBeenCalledTimes(1)
  // A drag that ends without a click.
  suppressClick(false)
  await userEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(2)
  suppressClick(false)
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(3)
})
