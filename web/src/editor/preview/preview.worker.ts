import { type Rendered, type RenderOptions, render } from '@sheaf/markdown'

export interface RenderRequest {
  text: string
  options: RenderOptions
}

export type WorkerMessage = 'ready' | Rendered

const post = (told: WorkerMessage) => postMessage(told)

/* One text at a time; the asking side never sends the next before this answer. */
addEventListener('message', async ({ data }: MessageEvent<RenderRequest>) => post(await render(data.text, data.options)))
post('ready')
