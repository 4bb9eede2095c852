import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'minor' } | { type: 'major'; flavor: 'last-resort' }) => void
let collect: Collect | undefined

function collector(): Collect {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  return collect
}

/**
 * Left to itself, the memory of a server that has some to do grows to several times of what is in use, because the machine has more.
 * From now on it is looked through after it has grown by two thirds.
 */
export function growSlowly() {
  setFlagsFromString('--heap-growing-percent=70')
  // Has done its work for this thread (scripts/tools.mjs); those that come have limits of their own, which it would overrule.
  setFlagsFromString('--max-semi-space-size=0')
}

/** Bytes after which those that were sent are taken away. */
const SWEEP = 2 * 1024 * 1024

/**
 * Buffers that were sent are only taken away when many small objects have been made as well, so whoever passes on large amounts and
 * makes little else would hold tens of megabytes of them. To be told of every piece: takes the young ones away now and then, in about
 * a millisecond.
 */
export function sweeper() {
  let sent = 0
  return (bytes: number) => {
    sent += bytes
    if (sent < SWEEP) return
    sent = 0
    collector()({ type: 'minor' })
  }
}

/**
 * Gives back what loading and starting took and nobody needs any more, a third of the memory of a server at rest. It takes tens of
 * milliseconds, so it has its place where nobody waits.
 */
export const sweepAll = () => collector()({ type: 'major', flavor: 'last-resort' })
