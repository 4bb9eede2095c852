import { inBounds } from '../../lib/workers.ts'

/** Milliseconds and megabytes for one diagram: a graph of thirty nodes, each tied to most of the others, is laid out for minutes. */
const bounds = { threads: 1, megabytes: 256, milliseconds: 3000, waiting: 10 }
/** Diagrams of one document that may break off; the rest of it is exported without waiting for more of them. */
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
