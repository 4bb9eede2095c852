// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { linkScrolling } from './scroll.ts'

function half(scrollHeight: number) {
  const element = document.createElement('div')
  let top = 0
  const sets = vi.fn()
  Object.defineProperties(element, {
    scrollHeight: { value: scrollHeight },
    clientHeight: { value: 100 },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        sets(value)
        top = Math.min(value, scrollHeight - 100)
        element.dispatchEvent(new Event('scroll'))
      },
    },
  })
  return { element, sets }
}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run()
    return 1
  })
})

it('scrolls the other half and ignores scroll events that it caused itself', () => {
  const left = half(1100)
  const right = half(600)
  const ends = [
    { left: 0, right: 0 },
    { left: 1100, right: 600 },
  ]
  const linked = linkScrolling({ left: left.element, right: right.element }, () => ({ count: 2, at: (index) => ends[index] as never }))
  left.element.scrollTop = 500
  expect(right.element.scrollTop).toBe(250)
  right.element.scrollTop = 500
  expect(left.element.scrollTop).toBe(1000)
  expect(left.sets).toHaveBeenCalledTimes(2)
  expect(right.sets).toHaveBeenCalledTimes(2)
  linked.stop()
  left.element.scrollTop = 0
  expect(right.element.scrollTop).toBe(500)
})
