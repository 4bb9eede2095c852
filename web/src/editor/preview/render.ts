import type { Rendered, RenderOptions } from '@sheaf/markdown'
import { plainPage } from '@sheaf/markdown/plain-page'
import type { RenderRequest, WorkerMessage } from './preview.worker.ts'

export interface Renderer {
  /** Undefined if a newer text was requested meanwhile: the latest request wins. */
  render: (text: string) => Promise<Rendered | undefined>
  stop: () => void
}

/** Time limit for one text in milliseconds; 100 KB take a few hundred. */
export const RENDER_TIMEOUT_MS = 10_000

/** Fallback without workers, in an old browser or a test. */
async function renderWithoutWorker(text: string, options: RenderOptions) {
  const { render } = await import('@sheaf/markdown')
  return render(text, options)
}

const startWorker = () =>
  typeof Worker === 'undefined' ? undefined : new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })

/**
 * Renders in a worker, so that a long page never delays a keystroke. A render that takes too long is terminated, and its text
 * is shown unformatted.
 */
export function createRenderer(shown: RenderOptions): Renderer {
  const options = { ...shown, partCards: true }
  let worker = startWorker()
  /** The worker has loaded: from then on an error is caused by the text. */
  let isReady = false
  let last = 0
  let running: Promise<unknown> = Promise.resolve()

  const end = () => {
    worker?.terminate()
    worker = undefined
  }

  const renderInWorker = (text: string, target: Worker) =>
    new Promise<Rendered | 'failed'>((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const finish = (rendered: Rendered | 'failed') => {
        clearTimeout(timer)
        resolve(rendered)
      }
      const giveUp = () => {
        end()
        worker = startWorker()
        isReady = false
        finish(plainPage(text))
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
      target.postMessage({ text, options } satisfies RenderRequest)
    })

  async function run(text: string) {
    const rendered = worker ? await renderInWorker(text, worker) : 'failed'
    if (rendered !== 'failed') return rendered
    end()
    return renderWithoutWorker(text, options)
  }

  return {
    async render(text) {
      const mine = ++last
      await running
      if (mine !== last) return undefined
      const result = run(text)
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
