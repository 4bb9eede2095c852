/** The input of a thread with resource limits. */
export interface BoundedTask<In> {
  input: In
  /** A single flag, set to 1 when the work begins: the start-up time of the thread does not count. */
  begun: SharedArrayBuffer
}

/** Wraps the work of a `.worker` file that is called with `inBounds`. */
export const boundedTask =
  <In, Out>(work: (input: In) => Out) =>
  ({ input, begun }: BoundedTask<In>): Out => {
    Atomics.store(new Int32Array(begun), 0, 1)
    return work(input)
  }

/** Milliseconds between two checks of the flag, and the maximum start-up time of a thread. */
const START_POLL_MS = 50
const START_TIMEOUT_MS = 60_000

/** Aborts the work after this time from its start. The caller must call `done` when the work is done. */
export function deadline(milliseconds: number) {
  const begun = new SharedArrayBuffer(4)
  const flag = new Int32Array(begun)
  const ending = new AbortController()
  const end = () => ending.abort(new Error('took too long'))
  let timer = setTimeout(end, START_TIMEOUT_MS)
  const poll = setInterval(() => {
    if (Atomics.load(flag, 0) === 0) return
    clearInterval(poll)
    clearTimeout(timer)
    timer = setTimeout(end, milliseconds)
  }, START_POLL_MS)
  return {
    begun,
    signal: ending.signal,
    done: () => {
      clearInterval(poll)
      clearTimeout(timer)
    },
  }
}
