import { type Rendered, type RenderOptions, render } from '@sheaf/markdown'

export interface RenderRequest {
  text: string
  options: RenderOptions
}

export type WorkerMessage = 'ready' | Rendered

const post = (message: WorkerMessage) => postMessage(message)

/* One text at a time: the client sends the next request only after this response. */
addEventListener('message', async ({ data }: MessageEvent<RenderRequest>) => post(await render(data.text, data.options)))
post('ready')
