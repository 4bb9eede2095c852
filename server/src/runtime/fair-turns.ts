/** Thrown when too much waits already. */
export class QueueFull extends Error {}

/**
 * Runs so much work at a time and lets the rest wait. Each owner of waiting work gets a turn before anyone gets a second one, so that
 * what one of them asks for a thousand times holds nobody else up. `most` may wait, and `each` of one owner.
 */
export function fairQueue(atOnce: number, most: number, each = most) {
  const waiting = new Map<string, (() => void)[]>()
  let count = 0
  let running = 0

  const next = () => {
    for (const [owner, turns] of waiting) {
      const turn = turns.shift()
      // At the end of the line again, or out of it.
      waiting.delete(owner)
      if (turns.length > 0) waiting.set(owner, turns)
      count--
      return turn
    }
    return undefined
  }

  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (count >= most || (waiting.get(owner)?.length ?? 0) >= each) throw new QueueFull('too many wait')
      count++
      await new Promise<void>((turn) => {
        const turns = waiting.get(owner)
        if (turns) turns.push(turn)
        else waiting.set(owner, [turn])
      })
    } else running++
    try {
      return await work()
    } finally {
      const turn = next()
      if (turn) turn()
      else running--
    }
  }
}
