import type { Proof } from '../site/site.ts'
import type { AddressSight } from './addresses.ts'
import { type FileProblem, readBelow } from './files.ts'
import { SealedFile } from './seal.ts'

/** What was seen of a proof, as it is reported, and why. */
export interface Seen {
  proof: Proof
  seal?: string
  problem?: 'missing' | 'ambiguous' | 'failed' | 'moved'
  reason: 'seen' | FileProblem | 'noSymbol' | 'noLines' | 'noSymbols' | 'binary' | 'ambiguous' | 'noAddress' | 'moved' | 'noAnswer'
  /** What an address answered. */
  detail: string
  /** Where it is in its file, or where its name is declared several times. */
  lines: number[]
}

/** What is reported of an address that answers. */
const ANSWERS = '1:answers'
const reasons = { missing: 'noAddress', moved: 'moved', failed: 'noAnswer' } as const

export function seeAddress(proof: Proof, { problem, detail }: AddressSight): Seen {
  if (problem === '') return { proof, seal: ANSWERS, reason: 'seen', detail, lines: [] }
  return { proof, problem, reason: reasons[problem], detail, lines: [] }
}

/** What is seen of proofs that are files. Each file is read once; only one is kept at a time. */
export function* seeFiles(proofs: readonly Proof[], root: string): Generator<Seen> {
  for (const [path, ofFile] of Map.groupBy(proofs, ({ path }) => path)) {
    const read = readBelow(root, path)
    const file = 'bytes' in read ? new SealedFile(path, read.bytes) : undefined
    for (const proof of ofFile) yield file ? seeIn(file, proof) : unread(proof, 'problem' in read ? read.problem : 'unreadable')
  }
}

const unread = (proof: Proof, reason: FileProblem): Seen => ({
  proof,
  problem: reason === 'noFile' ? 'missing' : 'failed',
  reason,
  detail: '',
  lines: [],
})

function seeIn(file: SealedFile, proof: Proof): Seen {
  const sight = file.see(proof.selector)
  if ('seal' in sight) return { proof, seal: sight.seal, reason: 'seen', detail: '', lines: [sight.line] }
  if (sight.problem === 'ambiguous') return { proof, problem: 'ambiguous', reason: 'ambiguous', detail: '', lines: sight.lines }
  return { proof, problem: sight.problem, reason: sight.reason, detail: '', lines: [] }
}

/** The state that a report would give, for a run that reports nothing. */
export function expectedState({ proof, seal, problem }: Seen): string {
  if (problem === 'missing') return 'gone'
  if (problem === 'ambiguous' || problem === 'failed') return 'unknown'
  if (problem === 'moved') return 'stale'
  return proof.accepted === '' || proof.accepted === seal ? 'fresh' : 'stale'
}
