/** Milliseconds after which a turn of the event loop starts no further request. */
const TURN_MAX_MS = 15

type Turn = () => void

/**
 * Spreads requests over the turns of the event loop. Node reads requests that arrive together in one turn: a hundred of 20 ms each would
 * block all others for two seconds. When a turn has used its time, further requests queue and one starts per turn. Each owner gets a
 * turn before any owner gets a second one. `begin` returns undefined when the request can start immediately.
 */
export function loopTurns(clock: () => number = () => performance.now(), next: (then: Turn) => void = setImmediate) {
  const waiting = new Map<string, Turn[]>()
  let began: number | undefined

  function isTurnOver() {
    if (began !== undefined) return clock() - began >= TURN_MAX_MS
    began = clock()
    next(() => {
      began = undefined
    })
    return false
  }

  function beginOne() {
    const [first] = waiting
    if (!first) return
    const [owner, turns] = first
    const turn = turns.shift()
    // The owner moves to the end of the queue, or leaves it without further requests.
    waiting.delete(owner)
    if (turns.length > 0) waiting.set(owner, turns)
    if (waiting.size > 0) next(beginOne)
    turn?.()
  }

  return {
    begin(owner: string): Promise<void> | undefined {
      const isFree = waiting.size === 0 && !isTurnOver()
      if (isFree) return undefined
      return new Promise((turn) => {
        if (waiting.size === 0) next(beginOne)
        const turns = waiting.get(owner)
        if (turns) turns.push(turn)
        else waiting.set(owner, [turn])
      })
    },
  }
}
