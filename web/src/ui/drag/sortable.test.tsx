// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Grip, useSortable } from './sortable.tsx'

const onOrder = vi.fn()
const onClick = vi.fn()
let setEntries: (entries: string[]) => void

function List() {
  const [entries, set] = useState(['Orders', 'Stock', 'Refunds'])
  setEntries = set
  const { props, region, helpId } = useSortable({
    entries,
    idOf: (entry) => entry,
    nameOf: (entry) => entry,

    onOrder(next) {
      onOrder(next)
      set(next)
    },
  })
  return (
    <>
      <ul {...props}>
        {entries.map((entry) => (
          <li key={entry} data-sort={entry}>
            <Grip name={entry} helpId={helpId} />
            <button type="button" onClick={onClick}>
              {entry}
            </button>
          </li>
        ))}
      </ul>
      {region}
    </>
  )
}

const row = (name: string) => screen.getByText(name).closest('li') as HTMLElement
const names = () => screen.getAllByRole('listitem').map((one) => one.textContent)
const status = () => document.querySelector('[data-drag-status]')?.textContent
const press = (name: string, more = {}) =>
  fireEvent.pointerDown(screen.getByText(name), {
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    buttons: 1,
    clientX: 20,
    clientY: 300,
    ...more,
  })
const to = (y: number, more = {}) => fireEvent.pointerMove(window, { pointerId: 1, buttons: 1, clientX: 20, clientY: y, ...more })
const release = (more = {}) => fireEvent.pointerUp(window, { pointerId: 1, ...more })

beforeEach(() => {
  // jsdom has no layout: every row is 40 pixels high.
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 40
  })
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  render(<List />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  onOrder.mockReset()
  onClick.mockReset()
})

it('drags a row by mouse: the others make room, each place is announced, and the release saves the order', () => {
  press('Orders')
  to(340)
  expect([row('Orders'), row('Stock'), row('Refunds')].map((one) => Number.parseInt(one.style.transform.split(',')[1] ?? '0', 10))).toEqual(
    [40, -40, 0],
  )
  expect(status()).toBe('Orders is now at place 2 of 3.')
  release()
  expect(names()).toEqual(['Stock', 'Orders', 'Refunds'])
  expect(onOrder).toHaveBeenCalledOnce()
  expect(status()).toBe('Orders was put down at place 2 of 3.')
  expect(document.querySelectorAll('[style*="translate"], [data-moving]')).toHaveLength(0)
})

it('suppresses the click that ends a drag, and no later one', () => {
  vi.useFakeTimers()
  press('Orders')
  to(340)
  release()
  fireEvent.click(screen.getByText('Orders'), { detail: 1 })
  expect(onClick).not.toHaveBeenCalled()
  press('Orders')
  to(340)
  fireEvent.keyDown(window, { key: 'Escape' })
  release()
  vi.advanceTimersByTime(100)
  fireEvent.click(screen.getByText('Orders'), { detail: 1 })
  expect(onClick).toHaveBeenCalledOnce()
})

it.each([
  ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['a lost pointer', () => fireEvent.pointerCancel(window, { pointerId: 1 })],
  ['a release outside the window', () => to(350, { buttons: 0 })],
  ['a second finger', () => fireEvent.pointerDown(document.body, { pointerId: 2, pointerType: 'touch' })],
  ['another window', () => fireEvent(window, new Event('blur'))],
  ['an order from the server', () => act(() => setEntries(['Refunds', 'Stock', 'Orders']))],
])('%s cancels a drag', (_what, cancel) => {
  press('Orders')
  to(380)
  expect(document.querySelectorAll('html.moving [data-moving]')).toHaveLength(1)
  cancel()
  release()
  expect(onOrder).not.toHaveBeenCalled()
  expect(document.querySelectorAll('html.moving, [style*="translate"], [data-moving]')).toHaveLength(0)
  expect(status()).toBe('Orders is back at its old place.')
})

it('picks up a row on a long press, and lets an immediate swipe scroll', () => {
  vi.useFakeTimers()
  const touch = { pointerType: 'touch' }
  press('Orders', touch)
  to(340, touch)
  vi.advanceTimersByTime(600)
  to(380, touch)
  release(touch)
  expect(onOrder).not.toHaveBeenCalled()
  press('Orders', touch)
  vi.advanceTimersByTime(600)
  expect(fireEvent.touchMove(screen.getByText('Orders'))).toBe(false)
  to(340, touch)
  release(touch)
  expect(onOrder).toHaveBeenCalledWith(['Stock', 'Orders', 'Refunds'])
})

it('moves to the first and the last place by keyboard, and a lost focus cancels', () => {
  const grip = screen.getByRole('button', { name: 'Move Orders' })
  grip.focus()
  fireEvent.keyDown(grip, { code: 'Space', key: ' ' })
  fireEvent.keyDown(grip, { code: 'End', key: 'End' })
  expect(status()).toBe('Orders is now at place 3 of 3.')
  grip.blur()
  expect(status()).toBe('Orders is back at its old place.')
  grip.focus()
  for (const key of [' ', 'End', 'ArrowUp', 'Enter']) fireEvent.keyDown(grip, { code: key === ' ' ? 'Space' : key, key })
  expect(names()).toEqual(['Stock', 'Orders', 'Refunds'])
})
