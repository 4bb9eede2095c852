import { type RenderOptions, render } from '@sheaf/markdown'

export interface Ask {
  text: string
  options: RenderOptions
}

/* One text at a time; the asking side never sends the next before this answer. */
addEventListener('message', async ({ data }: MessageEvent<Ask>) => postMessage(await render(data.text, data.options)))
