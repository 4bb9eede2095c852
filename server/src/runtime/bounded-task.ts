/** What a thread with bounds is given. */
export interface BoundedTask<In> {
  input: In
  /** One number, 1 once the work has begun: the start of a thread counts for nothing. */
  begun: SharedArrayBuffer
}

/** The work of a `.worker` file that is called with `inBounds`. */
export const boundedTask =
  <In, Out>(work: (input: In) => Out) =>
  ({ input, begun }: BoundedTask<In>): Out => {
    Atomics.store(new Int32Array(begun), 0, 1)
    return work(input)
  }

/** Milliseconds between two looks at whether the work has begun, and those that a thread may take to start. */
const START_POLL_MS = 50
const START_MAX = 60_000

/** Ends the work so many milliseconds after it began. `over` has to be called when it is done. */
export function deadline(milliseconds: number) {
  const begun = new SharedArrayBuffer(4)
  const flag = new Int32Array(begun)
  const ending = new AbortController()
  const end = () => ending.abort(new Error('took too long'))
  let timer = setTimeout(end, START_MAX)
  const look = setInterval(() => {
    if (Atomics.load(flag, 0) === 0) return
    clearInterval(look)
    clearTimeout(timer)
    timer = setTimeout(end, milliseconds)
  }, START_POLL_MS)
  return {
    begun,
    signal: ending.signal,
    over: () => {
      clearInterval(look)
      clearTimeout(timer)
    },
  }
}
