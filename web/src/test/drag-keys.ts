import { fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

const announced = () => document.querySelector('[data-drag-status]')?.textContent

/** Presses a key of a keyboard drag and waits until the live region announces its effect. */
export async function keyDown(element: Element, code: string) {
  const previous = announced()
  fireEvent.keyDown(element, { code, key: code })
  await waitFor(() => expect(announced()).not.toBe(previous))
}
