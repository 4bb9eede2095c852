// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, onLoginInvalid } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { createLock, type LockState } from './lock.ts'

const MINUTE = 60_000
const beacon = vi.fn((_address: string, _body: URLSearchParams) => true)
const beacons = () => beacon.mock.calls.map(([address, body]) => [address, Object.fromEntries(body)])
const liam = { lock: 1, lock_uid: '3', lock_username: 'liam', lock_name: 'liam', is_cur_user: 0 }
const unlocked = { lock: 0, lock_uid: '', lock_username: '', lock_name: '', is_cur_user: 0 }
const takes = () => sentRequests.filter(({ path }) => path === 'page/setLock').map(({ fields }) => fields)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const open: ReturnType<typeof createLock>[] = []
/** A tab in which page 12 is opened; `state()` is what its screen shows. */
async function tab({ inside = true } = {}) {
  let state: LockState = { kind: 'none' }
  const lock = createLock('7', (next) => {
    state = next
  })
  open.push(lock)
  lock.hold('12')
  await pass(0)
  if (inside) lock.enter()
  return { lock, state: () => state }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 16, 40), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  resetAnswers()
  localStorage.clear()
  beacon.mockClear()
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true })
  answer(api.page.setLock, { id: '12' })
  answer(api.page.isLock, unlocked)
})
afterEach(() => {
  for (const lock of open.splice(0)) lock.leave()
  vi.useRealTimers()
})

it('R09: takes the lock, renews it every 180 seconds and releases it by a beacon with lock_to 1000 and the user token', async () => {
  localStorage.setItem('userinfo', JSON.stringify({ uid: '2', username: 'emma', user_token: 'only-for-the-lock' }))
  const { lock, state } = await tab()
  expect(state()).toEqual({ kind: 'held', until: new Date(2026, 10, 18, 16, 45) })
  expect(takes()).toEqual([{ page_id: '12', item_id: '7', redirect_login: 'false' }])
  await pass(179_999)
  expect(takes()).toHaveLength(1)
  await pass(1)
  expect(takes()).toHaveLength(2)
  expect(state()).toEqual({ kind: 'held', until: new Date(2026, 10, 18, 16, 48) })
  lock.leave()
  lock.leave()
  expect(beacons()).toEqual([['/api/page/setLock', { page_id: '12', item_id: '7', lock_to: '1000', user_token: 'only-for-the-lock' }]])
  await pass(10 * MINUTE)
  expect(takes()).toHaveLength(2)
})

it('retries a failed heartbeat silently and never redirects to the login', async () => {
  const redirect = vi.fn()
  onLoginInvalid.notify = redirect
  const { state } = await tab()
  const usual = fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await pass(3 * MINUTE + 10_000)
  expect(state().kind).toBe('held')
  vi.stubGlobal('fetch', usual)
  await pass(15_000)
  expect(state()).toMatchObject({ kind: 'held', until: new Date(2026, 10, 18, 16, 48, 15) })
  refuse(api.page.setLock, 'loginInvalid', 'Please log in')
  await pass(6 * MINUTE)
  expect(state().kind).toBe('none')
  expect(redirect).not.toHaveBeenCalled()
})

it('names the user who took the lock during sleep, and takes it again after their release', async () => {
  const { lock, state } = await tab()
  refuse(api.page.setLock, 'lockedBy', 'liam is editing this page')
  answer(api.page.isLock, liam)
  vi.setSystemTime(new Date(2026, 10, 18, 18, 0))
  lock.wake()
  await pass(0)
  expect(state()).toEqual({ kind: 'foreign', holder: 'liam', outside: false, free: false })
  answer(api.page.setLock, { id: '12' })
  answer(api.page.isLock, unlocked)
  await pass(15_000)
  expect(state().kind).toBe('held')
})

it('never releases the lock of another user', async () => {
  refuse(api.page.setLock, 'lockedBy', 'liam is editing this page')
  answer(api.page.isLock, liam)
  const { lock, state } = await tab({ inside: false })
  expect(state()).toEqual({ kind: 'foreign', holder: 'liam', outside: true, free: false })
  lock.leave()
  expect(beacon).not.toHaveBeenCalled()
})

it('waits before the editor is open and does not take a free lock by itself', async () => {
  refuse(api.page.setLock, 'lockedBy', 'liam is editing this page')
  answer(api.page.isLock, liam)
  const { lock, state } = await tab({ inside: false })
  answer(api.page.setLock, { id: '12' })
  answer(api.page.isLock, unlocked)
  await pass(15_000)
  expect(state()).toEqual({ kind: 'foreign', holder: 'liam', outside: true, free: true })
  expect(takes()).toHaveLength(1)
  expect(await lock.take()).toBe(true)
})

it('renews the lock when the window gets the focus, but not if it is still fresh', async () => {
  const { lock } = await tab()
  lock.wake()
  await pass(0)
  expect(takes()).toHaveLength(1)
  vi.setSystemTime(new Date(2026, 10, 18, 16, 41))
  lock.wake()
  await pass(0)
  expect(takes()).toHaveLength(2)
})

/** Waits until messages between tabs are delivered. */
const deliverMessages = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done))
  await pass(0)
}

it('keeps the lock while another tab of the same user has the page open, and renews it there', async () => {
  const first = await tab()
  const second = await tab()
  await deliverMessages()
  const before = takes().length
  first.lock.leave()
  expect(beacon).not.toHaveBeenCalled()
  await deliverMessages()
  expect(takes()).toHaveLength(before + 1)
  second.lock.leave()
  expect(beacon).toHaveBeenCalledTimes(1)
})

it('does not wait for a tab that has crashed', async () => {
  const { lock } = await tab()
  const crashed = new BroadcastChannel('sheaf.lock.12')
  crashed.postMessage({ from: 'crashed', word: 'here' })
  await deliverMessages()
  crashed.close()
  await pass(3 * MINUTE)
  lock.leave()
  expect(beacon).toHaveBeenCalledTimes(1)
})

it('is released by the user in all tabs and taken again on request', async () => {
  const { lock, state } = await tab()
  const other = await tab()
  await deliverMessages()
  await lock.release()
  expect(state().kind).toBe('given')
  expect(takes().at(-1)).toMatchObject({ lock_to: '1000' })
  await deliverMessages()
  expect(other.state().kind).toBe('given')
  const before = takes().length
  await pass(10 * MINUTE)
  expect(takes()).toHaveLength(before)
  lock.leave()
  expect(beacon).not.toHaveBeenCalled()
  lock.hold('12')
  await pass(0)
  expect(state().kind).toBe('held')
})
