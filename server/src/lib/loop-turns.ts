/** Milliseconds of one turn of the event loop in which further requests are begun. */
const TURN = 15

type Turn = () => void

/**
 * Spreads requests over the turns of the event loop. Requests that arrive together are read in one turn, and when each takes 20 ms, a
 * hundred of them keep everybody else waiting for two seconds. Here a turn that has taken its time begins no further one: those wait,
 * one is begun per turn, and each owner gets a turn before anyone gets a second one. `begin` answers undefined when nothing has to be
 * waited for.
 */
export function loopTurns(clock: () => number = () => performance.now(), next: (then: Turn) => void = setImmediate) {
  const waiting = new Map<string, Turn[]>()
  let began: number | undefined

  function isTurnOver() {
    if (began !== undefined) return clock() - began >= TURN
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
    // At the end of the line again, or out of it.
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
