import type { MoveReport, MoveVerification } from './showdoc.ts'

/* Without schemas, so that the browser loads none for it. */

/** What is compared on both sides. Reports of earlier versions have the first three only. */
export const moveProofs = ['pages', 'versions', 'files', 'comments', 'voices', 'subscriptions'] as const
type MoveProof = (typeof moveProofs)[number]

/** The comparisons of a report, without empty ones of what only later versions of ShowDoc have. */
export const proofsOf = (report: MoveReport): [MoveProof, MoveVerification][] =>
  moveProofs.flatMap((name, n) => {
    const proof = report[name]
    return proof && (n < 3 || proof.compared + proof.changedSince > 0) ? [[name, proof]] : []
  })
