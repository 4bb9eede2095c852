import type { RenderOptions } from '@sheaf/markdown'
import { plainPage } from '@sheaf/markdown/plain-page'
import type { Composed, KnownParts } from './composed.ts'
import type { RenderRequest, WorkerMessage } from './preview.worker.ts'

export interface Renderer {
  /** Undefined if a newer text was requested meanwhile: the latest request wins. */
  render: (text: string, parts?: KnownParts) => Promise<Composed | undefined>
  stop: () => void
}

/** Time limit for one text in milliseconds; 100 KB take a few hundred. */
export const RENDER_TIMEOUT_MS = 10_000

/** Fallback without workers, in an old browser or a test. */
async function renderWithoutWorker(text: string, options: RenderOptions, parts: KnownParts) {
  const { renderText } = await import('./text.ts')
  return renderText(text, options, parts)
}

const plain = (text: string): Composed => ({ ...plainPage(text), marks: [], wanted: [] })
const NO_PARTS: KnownParts = new Map()

const startWorker = () =>
  typeof Worker === 'undefined' ? undefined : new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })

/**
 * Renders in a worker, so that a long page never delays a keystroke. A render that takes too long is terminated, and its text
 * is shown unformatted.
 */
export function createRenderer(options: RenderOptions): Renderer {
  let worker = startWorker()
  /** The worker has loaded: from then on an error is caused by the text. */
  let isReady = false
  /** The parts that the worker has. */
  let sent: KnownParts = NO_PARTS
  let last = 0
  let running: Promise<unknown> = Promise.resolve()

  const end = () => {
    worker?.terminate()
    worker = undefined
    sent = NO_PARTS
  }

  const renderInWorker = (text: string, parts: KnownParts, target: Worker) =>
    new Promise<Composed | 'failed'>((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const finish = (rendered: Composed | 'failed') => {
        clearTimeout(timer)
        resolve(rendered)
      }
      const giveUp = () => {
        end()
        worker = startWorker()
        isReady = false
        finish(plain(text))
      }
      const startTimeout = () => {
        timer = setTimeout(giveUp, RENDER_TIMEOUT_MS)
      }
      target.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if (data !== 'ready') return finish(data)
        isReady = true
        startTimeout()
      }
      target.onerror = () => (isReady ? giveUp() : finish('failed'))
      if (isReady) startTimeout()
      target.postMessage({ text, options, parts: parts === sent ? undefined : parts } satisfies RenderRequest)
      sent = parts
    })

  async function run(text: string, parts: KnownParts) {
    const rendered = worker ? await renderInWorker(text, parts, worker) : 'failed'
    if (rendered !== 'failed') return rendered
    end()
    return renderWithoutWorker(text, options, parts)
  }

  return {
    async render(text, parts = NO_PARTS) {
      const mine = ++last
      await running
      if (mine !== last) return undefined
      const result = run(text, parts)
      running = result.catch(() => {})
      const rendered = await result
      return mine === last ? rendered : undefined
    },
    stop() {
      last++
      end()
    },
  }
}
