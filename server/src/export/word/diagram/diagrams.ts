import { inBounds } from '../../../runtime/workers.ts'

/** Limits for one diagram: the layout of a dense graph of sixty nodes takes minutes. */
const bounds = { threads: 1, megabytes: 256, milliseconds: 3000, waiting: 10 }
/** After this many diagrams have exceeded the limits, the rest of the document's diagrams stay as source, so that the export ends in time. */
const BROKEN_MAX = 5

export type Draw = (kind: string, source: string) => Promise<Buffer | undefined>

/** Draws the diagrams of one document as PNG, within bounds. What cannot be drawn stays as its source. */
export function diagrams(brokenMax = BROKEN_MAX): Draw {
  let broken = 0
  return async (kind, source) => {
    if (broken === brokenMax) return undefined
    try {
      const png = await inBounds<{ kind: string; source: string }, Uint8Array | undefined>(
        import.meta.url,
        'diagram',
        { kind, source },
        bounds,
      )
      return png && Buffer.from(png.buffer, png.byteOffset, png.byteLength)
    } catch {
      broken++
      return undefined
    }
  }
}
