// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { positionFloat } from './popover.tsx'

/** A float whose content has this height, which its limit can cut. */
function floatOf(height: number) {
  const float = document.createElement('div')
  const shown = () => Math.min(height, Number.parseFloat(float.style.maxHeight) || height)
  Object.defineProperties(float, {
    offsetWidth: { value: 200 },
    scrollHeight: { value: height },
    offsetHeight: { get: shown },
    clientHeight: { get: shown },
  })
  return float
}
const button = (top: number) => new DOMRect(300, top, 44, 44)

beforeEach(() => {
  window.innerWidth = 390
  window.innerHeight = 844
})

test('a float that fits is below its button, or above it at the foot of the window', () => {
  const float = floatOf(300)
  positionFloat(float, button(4), 'end')
  expect([float.style.top, float.style.maxHeight, float.style.overflowY]).toEqual(['52px', '', ''])
  positionFloat(float, button(790), 'end')
  expect([float.style.top, float.style.maxHeight]).toEqual(['486px', ''])
})

test('a float that does not fit scrolls and leaves its button visible', () => {
  const float = floatOf(1200)
  positionFloat(float, button(4), 'end')
  expect([float.style.top, float.style.maxHeight, float.style.overflowY]).toEqual(['52px', '784px', 'auto'])
  positionFloat(float, button(790), 'end')
  expect([float.style.top, float.style.maxHeight]).toEqual(['8px', '778px'])
  window.innerHeight = 1600
  positionFloat(float, button(4), 'end')
  expect([float.style.top, float.style.maxHeight, float.style.overflowY]).toEqual(['52px', '', ''])
})
