/** Thrown when the queue is full. */
export class QueueFull extends Error {}

/** Waits for a turn of this owner and returns the function that ends it. Rejects with the reason of an aborted signal. */
export type Turns = (owner: string, signal?: AbortSignal) => Promise<() => void>

/**
 * Gives `atOnce` turns in parallel and queues the others. Each owner gets a turn before any gets a second one, so that many requests of
 * one owner do not block the others. `most` can wait, and `each` of one owner.
 */
export function fairQueue(atOnce: number, most: number, each = most): Turns {
  const waiting = new Map<string, (() => void)[]>()
  let count = 0
  let running = 0

  const next = () => {
    for (const [owner, turns] of waiting) {
      const turn = turns.shift()
      // Moves the owner to the end of the queue, or removes it.
      waiting.delete(owner)
      if (turns.length > 0) waiting.set(owner, turns)
      count--
      return turn
    }
    return undefined
  }

  const leave = (owner: string, turn: () => void) => {
    const turns = waiting.get(owner) ?? []
    if (!turns.includes(turn)) return
    turns.splice(turns.indexOf(turn), 1)
    if (turns.length === 0) waiting.delete(owner)
    count--
  }

  const wait = (owner: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        leave(owner, turn)
        reject(signal?.reason)
      }
      const turn = () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }
      count++
      signal?.addEventListener('abort', onAbort)
      const turns = waiting.get(owner)
      if (turns) turns.push(turn)
      else waiting.set(owner, [turn])
    })

  return async (owner, signal) => {
    signal?.throwIfAborted()
    if (running < atOnce) running++
    else {
      if (count >= most || (waiting.get(owner)?.length ?? 0) >= each) throw new QueueFull('too many wait')
      await wait(owner, signal)
    }
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      const turn = next()
      if (turn) turn()
      else running--
    }
  }
}

/** Runs the work in a turn of its owner. */
export async function inTurn<T>(turns: Turns, owner: string, work: () => Promise<T>): Promise<T> {
  const end = await turns(owner)
  try {
    return await work()
  } finally {
    end()
  }
}
