import { fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

const announced = () => document.querySelector('[id^="DndLiveRegion"]')?.textContent

/** A key of a drag by keyboard; it has had its effect when that is announced. */
export async function keyDown(element: Element, code: string) {
  const before = announced()
  fireEvent.keyDown(element, { code, key: code })
  await waitFor(() => expect(announced()).not.toBe(before))
}
