// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RenderRequest, WorkerMessage } from './preview.worker.ts'
import { createRenderer, RENDER_TIMEOUT_MS } from './render.ts'

/** A fake worker whose messages are sent by the test. */
class Worker {
  static all: Worker[] = []
  onmessage: (event: { data: WorkerMessage }) => void = () => {}
  onerror: () => void = () => {}
  asked: string[] = []
  isEnded = false
  constructor() {
    Worker.all.push(this)
  }
  postMessage({ text }: RenderRequest) {
    this.asked.push(text)
  }
  terminate() {
    this.isEnded = true
  }
  respond(data: WorkerMessage) {
    this.onmessage({ data })
  }
}
const html = (text: string): WorkerMessage => ({ html: text, headings: [], needs: [], marks: [], wanted: [] })

beforeEach(() => {
  Worker.all = []
  vi.stubGlobal('Worker', Worker)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('terminates a worker that takes too long, shows the text unformatted, and renders the next text in a new worker', async () => {
  const renderer = createRenderer({})
  const hard = renderer.render('**hard** <b>')
  await vi.advanceTimersByTimeAsync(0)
  Worker.all[0]?.respond('ready')
  await vi.advanceTimersByTimeAsync(RENDER_TIMEOUT_MS)
  expect(await hard).toMatchObject({ plain: true, html: expect.stringContaining('**hard** &lt;b&gt;') })
  expect(Worker.all.map((worker) => worker.isEnded)).toEqual([true, false])

  const next = renderer.render('easy')
  await vi.advanceTimersByTimeAsync(0)
  Worker.all[1]?.respond('ready')
  Worker.all[1]?.respond(html('<p>easy</p>'))
  expect(await next).toMatchObject({ html: '<p>easy</p>' })
  await vi.advanceTimersByTimeAsync(RENDER_TIMEOUT_MS * 2)
  expect(Worker.all[1]?.isEnded).toBe(false)
})

it('does not count the load time of the worker towards the timeout', async () => {
  const renderer = createRenderer({})
  const first = renderer.render('a')
  await vi.advanceTimersByTimeAsync(RENDER_TIMEOUT_MS * 2)
  Worker.all[0]?.respond('ready')
  Worker.all[0]?.respond(html('<p>a</p>'))
  expect(await first).toMatchObject({ html: '<p>a</p>' })
})

it('never renders a text that crashed a worker on the main thread', async () => {
  const renderer = createRenderer({})
  const deadly = renderer.render('deadly')
  await vi.advanceTimersByTimeAsync(0)
  Worker.all[0]?.respond('ready')
  Worker.all[0]?.onerror()
  expect(await deadly).toMatchObject({ plain: true })
  expect(Worker.all).toHaveLength(2)
})

it('renders on the main thread if the worker cannot be loaded', async () => {
  const renderer = createRenderer({})
  const text = renderer.render('**a**')
  await vi.advanceTimersByTimeAsync(0)
  Worker.all[0]?.onerror()
  vi.useRealTimers()
  expect((await text)?.html).toContain('<strong>a</strong>')
})
