// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toc } from './toc.tsx'

let intersect: (ids: Record<string, boolean>) => void = () => {}
const headings = [
  { id: '报价', text: '报价', level: 2 },
  { id: 'body', text: 'Body', level: 3 },
  { id: 'deep', text: 'Deep', level: 4 },
]
const current = () => screen.queryAllByRole('link', { current: 'location' }).map((link) => link.textContent)

beforeEach(() => {
  document.body.insertAdjacentHTML('beforeend', '<section id="text"><h2 id="报价"></h2><h3 id="body"></h3><h4 id="deep"></h4></section>')
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: unknown[]) => void) {
        intersect = (ids) =>
          act(() => callback(Object.entries(ids).map(([id, isIntersecting]) => ({ target: document.getElementById(id), isIntersecting }))))
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  document.getElementById('text')?.remove()
})

it('marks the current heading', () => {
  render(<Toc headings={headings} onGo={() => {}} />)
  expect(current()).toEqual([])
  intersect({ 报价: true, body: true, deep: false })
  expect(current()).toEqual(['Body'])
  intersect({ deep: true })
  expect(current()).toEqual(['Deep'])
  intersect({ deep: false, body: false })
  expect(current()).toEqual(['报价'])
})

it('opens a heading and marks it immediately; leaves a click with a modifier key to the browser', () => {
  const go = vi.fn()
  render(<Toc headings={headings} onGo={go} />)
  fireEvent.click(screen.getByRole('link', { name: '报价' }))
  expect(go).toHaveBeenCalledWith(`#${encodeURIComponent('报价')}`)
  expect(current()).toEqual(['报价'])
  fireEvent.click(screen.getByRole('link', { name: 'Body' }), { ctrlKey: true })
  expect(go).toHaveBeenCalledTimes(1)
})
