import { Refusal } from '@sheaf/contract'

/** Exports made at a time in this process, and those that may wait for their turn (S78). */
const CONCURRENT_EXPORTS_MAX = 2
const EXPORT_QUEUE_MAX = 20

const waiting: (() => void)[] = []
let running = 0

/** Waits for a turn; what comes back gives it to the next. Refuses when too many wait, and ends with the signal. */
export async function waitForSlot(signal: AbortSignal): Promise<() => void> {
  if (running < CONCURRENT_EXPORTS_MAX) running++
  else {
    if (waiting.length >= EXPORT_QUEUE_MAX) throw new Refusal('exportBusy')
    await new Promise<void>((go, end) => {
      const leave = () => {
        const at = waiting.indexOf(go)
        if (at >= 0) waiting.splice(at, 1)
        end(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(go)
    })
  }
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
