import type { RenderOptions } from '@sheaf/markdown'
import type { Composed, KnownParts } from './composed.ts'
import { renderText } from './text.ts'

export interface RenderRequest {
  text: string
  options: RenderOptions
  /** The parts that are known now; undefined if they are those of the previous request. */
  parts: KnownParts | undefined
}

export type WorkerMessage = 'ready' | Composed

const post = (message: WorkerMessage) => postMessage(message)
let known: KnownParts = new Map()

/* One text at a time: the client sends the next request only after this response. */
addEventListener('message', async ({ data }: MessageEvent<RenderRequest>) => {
  known = data.parts ?? known
  post(await renderText(data.text, data.options, known))
})
post('ready')
