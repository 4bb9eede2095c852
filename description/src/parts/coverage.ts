import type { ApiCall } from '../call/call.ts'
import { textAt } from '../json.ts'
import type { Operation } from '../openapi/operations.ts'
import { eachField } from '../view/paths.ts'

/** What of an operation counts for coverage, what its source describes, and the paths of the rest. */
interface CallCoverage {
  describable: number
  described: number
  /** The names of each place, by which words of people fill it (`callGapPath`). */
  gaps: string[][]
}

/** Characters of the gaps of one operation: words at later places are not counted. */
const GAP_CHARACTERS_MAX = 16_000

/** A path without the signs of arrays, which words can leave out. */
export const callGapPath = (path: string): string => (path.includes('[]') ? path.replaceAll('[]', '') : path)

/** The same without media types and alternatives: such a path means the first place of this name. */
const firstPath = (path: string) => (/[(<]/.test(path) ? path.replace(/\([^()]*\)|<[^<>]*>/g, '') : path)

/** The operation itself and its fields. A summary describes an operation, too. */
export function callCoverage(call: ApiCall, operation: Pick<Operation, 'spec'> | undefined): CallCoverage {
  const isDescribed = [textAt(operation?.spec, 'summary'), call.description ?? ''].some((text) => text.trim() !== '')
  const gaps = isDescribed ? [] : [['description', 'summary']]
  let [describable, described, left] = [1, isDescribed ? 1 : 0, GAP_CHARACTERS_MAX]
  const known = new Set<string>()
  eachField(call, (path, says) => {
    describable++
    if (says !== '') described++
    if (left <= 0) return
    const exact = callGapPath(path)
    const first = firstPath(exact)
    const isFirst = !known.has(first)
    known.add(first)
    if (says !== '') return
    left -= exact.length
    gaps.push(isFirst && first !== exact ? [exact, first] : [exact])
  })
  return { describable, described, gaps }
}
