// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { swallowClick } from './drag-events.ts'

it('ends a drag without following the link under it; the next press, a key and a program are heard', async () => {
  const onClick = vi.fn()
  render(
    <button type="button" onClick={onClick}>
      Orders
    </button>,
  )
  const button = screen.getByRole('button')
  swallowClick()
  fireEvent.click(button, { detail: 1 })
  expect(onClick).toHaveBeenCalledTimes(0)
  fireEvent.click(button, { detail: 1 })
  expect(onClick).toHaveBeenCalledTimes(1)
  // A drag that ends without a click.
  swallowClick()
  await userEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(2)
  swallowClick()
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(3)
})
