import type { Rendered, RenderOptions } from '@sheaf/markdown'
import { plainPage } from '@sheaf/markdown/plain-page'
import type { RenderRequest, WorkerMessage } from './preview.worker.ts'

export interface Renderer {
  /** Undefined when a newer text has been given meanwhile: the latest wins. */
  render: (text: string) => Promise<Rendered | undefined>
  stop: () => void
}

/** Milliseconds that a text may take; one of 100 KB takes some hundred. */
export const RENDER_TIMEOUT_MS = 10_000

/** Without workers (an old browser, a test) the text is rendered here. */
async function renderWithoutWorker(text: string, options: RenderOptions) {
  const { render } = await import('@sheaf/markdown')
  return render(text, options)
}

const startWorker = () =>
  typeof Worker === 'undefined' ? undefined : new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })

/** Renders in a worker, so that no length of page ever holds up the keys. One that takes too much is ended, and its text shown as it is. */
export function createRenderer(options: RenderOptions): Renderer {
  let worker = startWorker()
  /** It has been loaded: what fails from then on fails for the text. */
  let isReady = false
  let last = 0
  let running: Promise<unknown> = Promise.resolve()

  const end = () => {
    worker?.terminate()
    worker = undefined
  }

  const inWorker = (text: string, at: Worker) =>
    new Promise<Rendered | 'failed'>((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const answer = (rendered: Rendered | 'failed') => {
        clearTimeout(timer)
        resolve(rendered)
      }
      const tooMuch = () => {
        end()
        worker = startWorker()
        isReady = false
        answer(plainPage(text))
      }
      const count = () => {
        timer = setTimeout(tooMuch, RENDER_TIMEOUT_MS)
      }
      at.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if (data !== 'ready') return answer(data)
        isReady = true
        count()
      }
      at.onerror = () => (isReady ? tooMuch() : answer('failed'))
      if (isReady) count()
      at.postMessage({ text, options } satisfies RenderRequest)
    })

  async function run(text: string) {
    const rendered = worker ? await inWorker(text, worker) : 'failed'
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
