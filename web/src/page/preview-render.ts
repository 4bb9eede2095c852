import type { Rendered, RenderOptions } from '@sheaf/markdown'
import type { Ask } from './preview.worker.ts'

export interface Renderer {
  /** Undefined when a newer text has been given meanwhile: the latest wins. */
  render: (text: string) => Promise<Rendered | undefined>
  stop: () => void
}

/** Without workers (an old browser, a test) the text is rendered here. */
async function here(text: string, options: RenderOptions) {
  const { render } = await import('@sheaf/markdown')
  return render(text, options)
}

/** Renders in a worker, so that no length of page ever holds up the keys. */
export function createRenderer(options: RenderOptions): Renderer {
  let worker = typeof Worker === 'undefined' ? undefined : new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })
  let last = 0
  let running: Promise<unknown> = Promise.resolve()

  const inWorker = (text: string, at: Worker) =>
    new Promise<Rendered>((resolve, reject) => {
      at.onmessage = ({ data }: MessageEvent<Rendered>) => resolve(data)
      at.onerror = () => reject(new Error('The preview worker failed'))
      at.postMessage({ text, options } satisfies Ask)
    })

  async function run(text: string) {
    if (!worker) return here(text, options)
    return inWorker(text, worker).catch(() => {
      worker?.terminate()
      worker = undefined
      return here(text, options)
    })
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
      worker?.terminate()
    },
  }
}
