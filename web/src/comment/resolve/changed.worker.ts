import { changedPlaces, type TextChange } from './changed-places.ts'

addEventListener('message', ({ data }: MessageEvent<TextChange>) => postMessage(changedPlaces(data)))
