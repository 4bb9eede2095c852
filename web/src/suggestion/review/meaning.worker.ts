import { type Meaning, meaningBetween, type PageState } from '@sheaf/markdown/meaning'

export interface MeaningRequest {
  before: PageState
  after: PageState
}

addEventListener('message', ({ data: { before, after } }: MessageEvent<MeaningRequest>) =>
  postMessage(meaningBetween(before, after) satisfies Meaning[]),
)
