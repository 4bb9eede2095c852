import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'minor' }) => void
let collect: Collect | undefined

/**
 * Buffers that were sent are only taken away when many small objects have been made as well, so whoever passes on large amounts and
 * makes little else would hold tens of megabytes of them. This takes away the young ones, in about a millisecond.
 */
export function sweepYoung() {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'minor' })
}
