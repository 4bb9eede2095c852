import { parseProof } from '@sheaf/markdown/proofs'
import { lockStates, momentNow, refreshStates } from '../content/proof/page-state.store.ts'
import { proofState } from '../content/proof/proof.rules.ts'
import type { ProofRow } from '../content/proof/proof.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { proofsToCheck, putRepo, reportedProofs } from './truth.store.ts'

/** The proofs that a build of this repository checks. */
export async function proofsOfRepo(ctx: Ctx, item_id: number, repo: string, place: { offset: number; count: number }) {
  const { list, total } = await proofsToCheck(ctx.db, item_id, repo, place)
  return {
    total,
    list: list.map((proof) => {
      const { path = '', selector = '' } = parseProof(proof.target) ?? {}
      return { ...proof, path, selector }
    }),
  }
}

interface Result {
  proof_id: number
  target: string
  seal?: string | undefined
  problem?: 'missing' | 'ambiguous' | 'failed' | 'moved' | undefined
}

/** What a row becomes by a result. A seal that is seen first is accepted by the person who wrote the proof. */
function seenBy(row: ProofRow, { seal, problem }: Result, ref: string, at: number) {
  const seen = problem === 'moved' ? 'moved' : problem ? row.seen : (seal ?? '')
  const isFirst = !problem && row.accepted === '' && row.accepted_uid !== null
  const accepted = isFirst ? { accepted: seen, accepted_time: at, accepted_ref: ref } : {}
  return { ...row, seen, problem: problem ?? '', seen_ref: ref, seen_time: at, ...accepted } as const
}

/** Results after which other requests get a turn. */
const YIELD_EVERY = 25

/** Writes what a build saw. Results for other proofs than those of this repository, or with another target, are refused. */
export async function report(ctx: Ctx, item_id: number, { repo, ref, results }: { repo: string; ref: string; results: Result[] }) {
  const moment = await momentNow(ctx)
  const { at } = moment
  return ctx.store.db.transaction().execute(async (trx) => {
    await lockStates(trx, item_id)
    const known = await reportedProofs(
      trx,
      item_id,
      repo,
      results.map(({ proof_id }) => proof_id),
    )
    const counts = { fresh: 0, stale: 0, gone: 0, unknown: 0, refused: 0 }
    const pages = new Set<number>()
    const same: number[] = []
    const shown = []
    for (const [n, result] of results.entries()) {
      if (n % YIELD_EVERY === YIELD_EVERY - 1) await new Promise(setImmediate)
      const { proof_id } = result
      const row = known.get(proof_id)
      if (row?.target !== result.target || (result.seal === undefined) === (result.problem === undefined)) {
        counts.refused++
        shown.push({ proof_id, state: 'refused' })
        continue
      }
      const next = seenBy(row, result, ref, at)
      known.set(proof_id, next)
      pages.add(row.page_id)
      if (next.seen === row.seen && next.problem === row.problem && next.accepted === row.accepted) same.push(proof_id)
      else await writeSeen(trx, next)
      const { state } = proofState(next, moment)
      if (state !== 'unchecked') counts[state]++
      shown.push({ proof_id, state })
    }
    if (same.length > 0) await trx.updateTable('proof').set({ seen_ref: ref, seen_time: at }).where('proof_id', 'in', same).execute()
    if (repo !== '' && pages.size > 0) await putRepo(trx, item_id, repo, { seen_ref: ref, seen_time: at })
    await refreshStates(trx, [...pages], at)
    return { ...counts, results: shown }
  })
}

const writeSeen = (
  db: Db,
  { proof_id, seen, problem, seen_ref, seen_time, accepted, accepted_time, accepted_ref }: ReturnType<typeof seenBy>,
) =>
  db
    .updateTable('proof')
    .set({ seen, problem, seen_ref, seen_time, accepted, accepted_time, accepted_ref })
    .where('proof_id', '=', proof_id)
    .execute()
