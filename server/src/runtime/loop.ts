/** Milliseconds that a running step has when the server ends. */
const END_MS = 3000

/**
 * Does work for the first time after `first` milliseconds, and again `pause` milliseconds after it has ended. An error goes to `onError`,
 * and the work goes on. The returned function ends it; it waits for a running step, but no longer than the server may take to end.
 */
export function repeatedly(
  pause: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  first = pause,
) {
  const end = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const tick = () => {
    running = work(end.signal)
      .catch(onError)
      .finally(() => {
        if (!end.signal.aborted) timer = setTimeout(tick, pause).unref()
      })
  }
  let timer = setTimeout(tick, first).unref()
  return async (): Promise<void> => {
    end.abort()
    clearTimeout(timer)
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, END_MS).unref())])
  }
}
