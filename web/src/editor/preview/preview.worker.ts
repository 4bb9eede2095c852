import { type Rendered, type RenderOptions, render } from '@sheaf/markdown'

export interface Ask {
  text: string
  options: RenderOptions
}

export type Told = 'ready' | Rendered

const tell = (told: Told) => postMessage(told)

/* One text at a time; the asking side never sends the next before this answer. */
addEventListener('message', async ({ data }: MessageEvent<Ask>) => tell(await render(data.text, data.options)))
tell('ready')
