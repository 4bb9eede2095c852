// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Outcome } from './saver.ts'
import { type SaveResult, useSaving } from './saving.ts'

const content = () => ({ title: 'Order', text: 'text', cat_id: '0' })
const saved: Outcome = { kind: 'saved', page_id: '12', version: '5', content: content() }

function saving(answers: (Promise<Outcome> | Outcome)[], same = () => false) {
  const send = vi.fn(async () => answers.shift() ?? saved)
  const onSaved = vi.fn()
  const saver = { save: send, rebase: () => {} }
  const { result } = renderHook(() => useSaving({ saver, content, same, onSaved }))
  return { now: () => result.current, send, onSaved }
}

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 18, 16, 40) }))
afterEach(() => void vi.useRealTimers())

it('can be retried after 20 seconds without a response', async () => {
  const { now, send } = saving([new Promise<Outcome>(() => {})])
  act(() => void now().save())
  expect(now().state.kind).toBe('saving')
  act(() => void now().save())
  expect(send).toHaveBeenCalledTimes(1)
  act(() => void vi.advanceTimersByTime(20_000))
  expect(now().state).toEqual({ kind: 'offline', since: new Date(2026, 10, 18, 16, 40, 20) })
  await act(() => now().save())
  expect(now().state.kind).toBe('saved')
})

it('keeps the time of the first failure over repeated offline attempts', async () => {
  const { now } = saving([{ kind: 'offline' }, { kind: 'offline' }])
  await act(() => now().save())
  vi.setSystemTime(new Date(2026, 10, 18, 16, 55))
  await act(() => now().save())
  expect(now().state).toEqual({ kind: 'offline', since: new Date(2026, 10, 18, 16, 40) })
})

it('saves again after a save if requested during it', async () => {
  let answer: (outcome: Outcome) => void = () => {}
  const { now, send } = saving([new Promise<Outcome>((resolve) => (answer = resolve))])
  let first: Promise<SaveResult> | undefined
  act(() => {
    first = now().save()
    void now().save()
  })
  await act(async () => {
    answer(saved)
    await first
  })
  expect(send).toHaveBeenCalledTimes(2)
})

it('creates no version without changes', async () => {
  const { now, send } = saving([], () => true)
  await act(() => now().save())
  expect(send).not.toHaveBeenCalled()
  expect(now().state.kind).toBe('same')
})
