import { expect, it, vi } from 'vitest'
import { createUploads, type Entry, isBusy } from './uploads.ts'

const file = (name: string, size = 4) => new File(['x'.repeat(size)], name)

/** A fake server: the test reports progress, completes or fails each upload by file name. */
function setUp(keep = false) {
  const sent: Record<string, { progress: (bytes: number) => void; answer: (url: string | null) => void; fail: (why: Error) => void }> = {}
  const done: [string, string][] = []
  const gone: string[] = []
  const uploads = createUploads<string, string>({
    send: ({ name }, _to, progress) => {
      let cancel = () => {}
      const result = new Promise<string | null>((answer, fail) => {
        sent[name] = { progress, answer, fail }
        cancel = () => answer(null)
      })
      return { done: result, cancel: () => cancel() }
    },
    refuse: ({ size }) => (size === 0 ? 'empty' : ''),
    explain: (error) => ({ problem: (error as Error).message, again: (error as Error).message !== 'kind' }),
    tooMany: (error) => (error as Error).message === 'slow',
    done: ({ file: { name } }, url) => done.push([name, url]),
    onDismissed: (entry) => gone.push(entry.file.name),
    keepFinished: keep,
  })
  const add = (...names: string[]) => uploads.add(names.map((name) => ({ file: file(name), to: 'text' })))
  const states = () => uploads.list().map((entry: Entry<string>) => `${entry.file.name} ${entry.state}`)
  return { uploads, sent, done, gone, add, states }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))

it('sends three files concurrently and queues the others', async () => {
  const { sent, done, add, states, uploads } = setUp()
  add('a', 'b', 'c', 'd', 'e')
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting'])
  const all = uploads.settled()
  sent['b']?.progress(2)
  expect(uploads.list()[1]?.sent).toBe(0.5)
  sent['b']?.answer('/b')
  await settle()
  expect(states()).toEqual(['a sending', 'c sending', 'd sending', 'e waiting'])
  for (const name of ['a', 'c', 'd']) sent[name]?.answer(`/${name}`)
  await settle()
  sent['e']?.answer('/e')
  await all
  expect(done.map(([name]) => name)).toEqual(['b', 'a', 'c', 'd', 'e'])
  expect(isBusy(uploads.list())).toBe(false)
})

it('keeps failed uploads for a retry or dismissal', async () => {
  const { sent, done, gone, add, states, uploads } = setUp()
  const [first, second] = add('a', 'b')
  sent['a']?.fail(new Error('gone'))
  sent['b']?.fail(new Error('kind'))
  await settle()
  expect(uploads.list().map(({ problem, again }) => [problem, again])).toEqual([
    ['gone', true],
    ['kind', false],
  ])
  await uploads.settled()
  uploads.again(first?.id ?? '')
  expect(states()).toEqual(['a sending', 'b failed'])
  uploads.cancel(second?.id ?? '')
  expect(gone).toEqual(['b'])
  sent['a']?.answer('/a')
  await settle()
  expect(done).toEqual([['a', '/a']])
})

it('waits and retries automatically after a rate limit', async () => {
  vi.useFakeTimers()
  const { sent, done, add, states } = setUp()
  add('a', 'b')
  sent['a']?.fail(new Error('slow'))
  await vi.advanceTimersByTimeAsync(0)
  add('c')
  expect(states()).toEqual(['a waiting', 'b sending', 'c waiting'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states()).toEqual(['a sending', 'b sending', 'c sending'])
  sent['a']?.answer('/a')
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual([['a', '/a']])
  for (let n = 0; n <= 9; n++) {
    sent['b']?.fail(new Error('slow'))
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(states()[0]).toBe('b failed')
  vi.useRealTimers()
})

it('does not send a file that is refused in advance', () => {
  const { uploads, sent } = setUp()
  uploads.add([{ file: file('none', 0), to: 'text' }])
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', problem: 'empty', again: false })
  expect(sent).toEqual({})
})

it('ignores the response of a cancelled upload', async () => {
  const { sent, done, gone, add, states, uploads } = setUp()
  const [first] = add('a', 'b', 'c', 'd')
  uploads.cancel(first?.id ?? '')
  sent['a']?.answer('/a')
  await settle()
  expect(states()).toEqual(['b sending', 'c sending', 'd sending'])
  expect([done, gone]).toEqual([[], ['a']])
  uploads.stop()
  await settle()
  expect([states(), done, gone]).toEqual([[], [], ['a']])
})

it('notifies listeners until they unsubscribe', () => {
  const { uploads, add } = setUp()
  const listener = vi.fn()
  const unsubscribe = uploads.subscribe(listener)
  add('a')
  expect(listener).toHaveBeenCalled()
  unsubscribe()
  listener.mockClear()
  add('b')
  expect(listener).not.toHaveBeenCalled()
})

it('keeps uploaded files in the list if configured', async () => {
  const { sent, gone, add, states, uploads } = setUp(true)
  const [first] = add('a')
  sent['a']?.answer('/a')
  await settle()
  expect(states()).toEqual(['a done'])
  uploads.cancel(first?.id ?? '')
  expect([states(), gone]).toEqual([[], []])
})
