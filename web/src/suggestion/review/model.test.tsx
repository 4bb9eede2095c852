// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { current, suggestionInfo } from '../suggestion.given.ts'
import { useReview } from './model.ts'

it('names its texts without hashing them: each choice of the reviewer and each version has another name', () => {
  const long = 'x'.repeat(100_000)
  const info = suggestionInfo({ current: current({ page_content: `${suggestionInfo().base_content}\n${long}` }) })
  const { result, rerender } = renderHook((one) => useReview(one), { initialProps: info })
  const names: string[] = []
  const name = () => {
    const { before, after } = result.current.keys
    expect(before.length + after.length).toBeLessThan(100)
    names.push(after)
    return before
  }
  const before = name()
  act(() => result.current.toggle(2))
  name()
  act(() => result.current.toggle(1))
  name()
  act(() => result.current.settle({ title: 'Settled', text: 'one', cat_id: '0' }))
  name()
  act(() => result.current.settle({ title: 'Settled', text: 'two', cat_id: '0' }))
  // The page now is the same for all of these.
  expect(name()).toBe(before)
  act(() => result.current.settle(undefined))
  name()
  rerender({ ...info, revision: '2' })
  expect(name()).not.toBe(before)
  rerender({ ...info, current: current({ version: '4' }) })
  expect(name()).not.toBe(before)
  expect(new Set(names).size).toBe(names.length)
})
