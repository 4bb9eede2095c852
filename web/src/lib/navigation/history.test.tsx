// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserHistory } from './browser.ts'
import { type AppHistory, type Blocker, type ShouldBlock, UNBLOCKED } from './history.ts'
import { memoryHistory } from './memory.ts'

const stops: (() => void)[] = []
const seen: string[] = []

const pathOf = ({ location: { pathname, search, hash } }: AppHistory) => pathname + search + hash
const address = () => location.pathname + location.search + location.hash

/** The history of this window, with a listener as the application has one. */
function start(base = '') {
  const opened = browserHistory(base)
  stops.push(opened.listen(() => seen.push(`${opened.state.action} ${pathOf(opened)}`)))
  return opened
}

function hold(opened: AppHistory, should: ShouldBlock = () => true) {
  const held = { blocker: UNBLOCKED as Blocker, release: () => {} }
  held.release = opened.guard({ should, show: (next) => (held.blocker = next) })
  stops.push(held.release)
  return held
}

function asked({ blocker }: { blocker: Blocker }) {
  if (blocker.state !== 'blocked') throw new Error(`The navigation is ${blocker.state}`)
  return blocker
}

/** Waits until the browser has moved to another entry `times` times; a blocked movement is two, with the way back. */
const moves = (times: number) =>
  new Promise<void>((resolve) => {
    const count = () => {
      if (--times > 0) return
      removeEventListener('popstate', count)
      resolve()
    }
    addEventListener('popstate', count)
  })

beforeEach(() => history.pushState(null, '', '/start'))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  seen.length = 0
})

it('adds and replaces entries, and moves between them in both directions', async () => {
  const opened = start()
  expect(opened.state).toMatchObject({ action: 'POP', location: { pathname: '/start', key: 'default', state: null } })
  opened.navigate('/a', { state: { searched: 'words' } })
  opened.navigate({ pathname: '/b', search: '?x=1', hash: '#top' })
  opened.navigate('/c', { replace: true })
  expect(address()).toBe('/c')
  opened.navigate(-1)
  await moves(1)
  expect(opened.location.state).toEqual({ searched: 'words' })
  opened.navigate(1)
  await moves(1)
  expect(opened.location.state).toBeNull()
  expect(seen).toEqual(['PUSH /a', 'PUSH /b?x=1#top', 'REPLACE /c', 'POP /a', 'POP /c'])
})

it('gives each entry its own key, and finds state and key again after a reload', async () => {
  const before = start()
  before.navigate('/a', { state: { panel: true } })
  const { key } = before.location
  before.navigate('/b')
  expect(before.location.key).not.toBe(key)
  const after = start()
  after.navigate(-1)
  await moves(1)
  expect(after.state).toMatchObject({ action: 'POP', location: { pathname: '/a', key, state: { panel: true } } })
})

it('keeps using the entries that the version before has made in this tab', async () => {
  history.replaceState({ usr: { editor: 'e1' }, key: 'abcdefgh', idx: 4, masked: undefined }, '', '/12/3')
  history.pushState({ usr: null, key: 'ijklmnop', idx: 5, masked: undefined }, '', '/12/4')
  const opened = start()
  const held = hold(opened)
  history.back()
  await moves(2)
  expect([address(), asked(held).location]).toEqual([
    '/12/4',
    expect.objectContaining({ pathname: '/12/3', key: 'abcdefgh', state: { editor: 'e1' } }),
  ])
})

it('resolves queries and headings against the current path, and encodes paths as the browser does', () => {
  const opened = start()
  opened.navigate('/12/3?q=a')
  opened.navigate('#errors')
  expect([pathOf(opened), address()]).toEqual(['/12/3#errors', '/12/3#errors'])
  opened.navigate('?q=b c')
  expect(pathOf(opened)).toBe('/12/3?q=b%20c')
  opened.navigate('/目录/4')
  expect(pathOf(opened)).toBe('/%E7%9B%AE%E5%BD%95/4')
})

it.each([
  ['browser', () => start('/docs')],
  ['memory', () => memoryHistory('/start', '/docs')],
])('puts the base before every path and takes it away again, in the %s', (_, open) => {
  history.replaceState(null, '', '/docs/start')
  const opened = open()
  expect(opened.location.pathname).toBe('/start')
  opened.navigate('/12/3')
  expect([opened.state.location.pathname, pathOf(opened)]).toEqual(['/docs/12/3', '/12/3'])
  opened.navigate('?q=a')
  opened.navigate('#top')
  expect(opened.state.location).toMatchObject({ pathname: '/docs/12/3', search: '', hash: '#top' })
  opened.navigate('/')
  expect([opened.state.location.pathname, pathOf(opened)]).toEqual(['/docs', '/'])
  const held = hold(opened)
  opened.navigate('/12')
  expect(asked(held).location.pathname).toBe('/12')
})

it.each(['//other.example/12', '/\\other.example', '/\t/other.example', 'https://other.example/12', 'javascript:alert(1)'])(
  'refuses %j, which is not an address of this site',
  (path) => {
    const opened = start()
    expect(() => opened.navigate(path)).toThrow('External navigation')
    expect(() => opened.navigate({ pathname: path }, { replace: true })).toThrow('External navigation')
    expect([address(), seen]).toEqual(['/start', []])
  },
)

it('counts an entry that others have made once it is replaced, as for an address with the path behind a hash', async () => {
  const opened = start()
  history.pushState(null, '', '/start#/12/3')
  dispatchEvent(new PopStateEvent('popstate'))
  opened.navigate('/12/3', { replace: true })
  const held = hold(opened)
  history.back()
  await moves(2)
  expect([address(), asked(held).location.pathname]).toEqual(['/12/3', '/start'])
})

it('refuses what a component of the library would open on another site', () => {
  const opened = start()
  expect(() => opened.navigator.push({ pathname: '//other.example/12' }, null)).toThrow('External navigation')
  expect(address()).toBe('/start')
})

it('follows entries that others have made, and goes on from there', async () => {
  const opened = start()
  const held = hold(opened)
  history.pushState(null, '', '/by/hand')
  dispatchEvent(new PopStateEvent('popstate'))
  expect([pathOf(opened), held.blocker.state]).toEqual(['/by/hand', 'unblocked'])
  held.release()
  opened.navigate('/next')
  opened.navigate(-1)
  await moves(1)
  expect(pathOf(opened)).toBe('/by/hand')
})

it('holds a navigation until the user proceeds', () => {
  const opened = start()
  const should = vi.fn<ShouldBlock>(({ nextLocation }) => nextLocation.pathname !== '/free')
  const held = hold(opened, should)
  opened.navigate('/free')
  opened.navigate('/held', { state: { a: 1 } })
  expect([address(), seen]).toEqual(['/free', ['PUSH /free']])
  expect(should).toHaveBeenLastCalledWith({
    currentLocation: expect.objectContaining({ pathname: '/free' }),
    nextLocation: expect.objectContaining({ pathname: '/held', state: { a: 1 } }),
  })
  asked(held).reset()
  expect([held.blocker.state, address()]).toEqual(['unblocked', '/free'])
  opened.navigate('/other')
  opened.navigate('/held', { replace: true, state: { a: 1 } })
  asked(held).proceed()
  expect([held.blocker.state, opened.location.state]).toEqual(['unblocked', { a: 1 }])
  expect(seen).toEqual(['PUSH /free', 'REPLACE /held'])
})

it.each([
  ['Back', -1, '/a'],
  ['Back over two entries', -2, '/start'],
  ['Forward', 1, '/c'],
])('undoes %s until the user proceeds, and shows nothing else meanwhile', async (_, delta, target) => {
  const opened = start()
  for (const path of ['/a', '/b', '/c']) opened.navigate(path)
  opened.navigate(-1)
  await moves(1)
  seen.length = 0
  const held = hold(opened)
  history.go(delta)
  await moves(2)
  expect([address(), pathOf(opened), asked(held).location.pathname]).toEqual(['/b', '/b', target])
  asked(held).reset()
  history.go(delta)
  await moves(2)
  expect([address(), seen]).toEqual(['/b', []])
  asked(held).proceed()
  expect(held.blocker.state).toBe('proceeding')
  await moves(1)
  expect([address(), held.blocker.state, seen]).toEqual([target, 'unblocked', [`POP ${target}`]])
  history.go(-delta)
  await moves(2)
  expect([address(), held.blocker.state]).toEqual([target, 'blocked'])
})

it('returns to the shown entry when the user presses Back twice, and holds only the first', async () => {
  const opened = start()
  for (const path of ['/a', '/b', '/c']) opened.navigate(path)
  const held = hold(opened)
  // jsdom counts both from the entry where they begin.
  history.back()
  history.go(-2)
  await moves(4)
  expect([address(), pathOf(opened), asked(held).location.pathname]).toEqual(['/c', '/c', '/b'])
  asked(held).proceed()
  await moves(1)
  expect([address(), pathOf(opened)]).toEqual(['/b', '/b'])
})

it('proceeds from the shown entry, even if its Back is not yet undone', async () => {
  const opened = start()
  for (const path of ['/a', '/b']) opened.navigate(path)
  const held = hold(opened)
  history.back()
  await moves(1)
  asked(held).reset()
  held.release()
  opened.navigate('/c')
  await moves(1)
  expect(pathOf(opened)).toBe('/c')
  history.back()
  await moves(1)
  expect(pathOf(opened)).toBe('/b')
})

it('asks only the last guard, and the one before after it has gone', () => {
  const opened = memoryHistory('/start')
  const first = hold(opened)
  const last = hold(opened, () => false)
  opened.navigate('/a')
  expect([pathOf(opened), first.blocker.state]).toEqual(['/a', 'unblocked'])
  last.release()
  opened.navigate('/b')
  expect([pathOf(opened), first.blocker.state]).toEqual(['/a', 'blocked'])
  first.release()
  opened.navigate('/c')
  expect(pathOf(opened)).toBe('/c')
})

it('does not move beyond the entries in memory', () => {
  const opened = memoryHistory('/start')
  opened.navigate('/a')
  opened.navigate(1)
  expect(pathOf(opened)).toBe('/a')
  opened.navigate(-1)
  expect(pathOf(opened)).toBe('/start')
  opened.navigate('/b')
  opened.navigate(1)
  expect(pathOf(opened)).toBe('/b')
})
