import { type Proof, parseProof, readProofs } from '@sheaf/markdown/proofs'
import { type Selectable, sql } from 'kysely'
import { covers, type Scope, scopeOf } from '../../access/access.ts'
import { inParts } from '../../db/batches.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { followExamples, moveExamples } from '../example/example.store.ts'
import { refreshStates } from './page-state.store.ts'

/*
 * The rows of the proofs in the texts of pages. Every write of a text calls `followText` in its transaction, so that the rows never
 * differ from the text: decision 84.
 */

export type ProofRow = Selectable<Schema['proof']>

/** A change of a text: by a person, whose new proofs accept what is seen next, or by a program, which accepts nothing. */
export interface Writer {
  uid: number | null
  username: string
  isPerson: boolean
  /** The catalogs that the writer can read. */
  sees: Scope
}

interface Place {
  page_id: number
  item_id: number
}

export const proofsOf = (db: Db, page_id: number): Promise<ProofRow[]> =>
  db.selectFrom('proof').selectAll().where('page_id', '=', page_id).orderBy('position').execute()

/** The kinds of proofs that name a part of a source. */
const OF_SOURCES = ['operation', 'table'] as const

const isOfSource = ({ kind }: Pick<Proof, 'kind'>) => kind === 'operation' || kind === 'table'

interface NamedPart {
  part_id: number
  /** The hash that proofs compare: without texts where that is known. */
  seal: string
  /** The version of its source. */
  ref: string
  isGone: boolean
  cat_id: number
}

/** The operations and tables of the item that these targets name, by target. A former key names its part, too. */
async function partsNamed(db: Db, item_id: number, targets: string[]): Promise<Map<string, NamedPart>> {
  const wanted = targets.flatMap((target) => parseProof(target) ?? []).filter(isOfSource)
  const found = new Map<string, NamedPart>()
  if (wanted.length === 0) return found
  const [names, keys] = [[...new Set(wanted.map(({ source }) => source))], [...new Set(wanted.map(({ key }) => key))]]
  const parts = () =>
    db
      .selectFrom('source_part as part')
      .innerJoin('source', 'source.source_id', 'part.source_id')
      .leftJoin('source_version as version', 'version.version_id', 'source.version_id')
      .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').onRef('page.item_id', '=', 'source.item_id'))
      .select(['part.part_id', 'part.kind', 'part.seal', 'part.shape', 'part.gone_seq', 'source.name', 'version.label', 'version.seq'])
      .select(['page.cat_id', 'source.cat_id as source_cat_id'])
      .where('source.item_id', '=', item_id)
      .where('source.name', 'in', names)
      .where('part.kind', 'in', [...OF_SOURCES])
  for (const some of inParts(keys)) {
    const former = await parts()
      .innerJoin('source_alias as alias', 'alias.part_id', 'part.part_id')
      .select('alias.part_key')
      .whereRef('alias.kind', '=', 'part.kind')
      .where('alias.part_key', 'in', some)
      .execute()
    const present = await parts().select('part.part_key').where('part.part_key', 'in', some).execute()
    for (const row of [...former, ...present]) {
      const { part_id, seal, shape, gone_seq, name, label, seq, cat_id, source_cat_id } = row
      const part = { part_id, seal: shape || seal, ref: label || String(seq ?? ''), isGone: gone_seq > 0, cat_id: cat_id ?? source_cat_id }
      for (const { target, kind, source, key } of wanted)
        if (kind === row.kind && source === name && key === row.part_key) found.set(target, part)
    }
  }
  return found
}

const seenIn = ({ part_id, seal, ref, isGone }: NamedPart, at: number) => ({
  part_id,
  seen: seal,
  seen_ref: ref,
  seen_time: at,
  problem: isGone ? ('missing' as const) : ('' as const),
})

/** What a writer accepts together with a part that is known already. */
const acceptedOf = ({ seal, ref }: NamedPart, at: number) => ({ accepted: seal, accepted_ref: ref, accepted_time: at })

/** Each proof of the text with the row that it had before: in the same section, otherwise with the same target. */
function matched(written: Proof[], known: ProofRow[]): Map<Proof, ProofRow> {
  const pairs = new Map<Proof, ProofRow>()
  const left = new Set(known)
  for (const isSame of [(proof: Proof, row: ProofRow) => row.heading === proof.heading, () => true])
    for (const proof of written) {
      if (pairs.has(proof)) continue
      const row = [...left].find((one) => one.target === proof.target && isSame(proof, one))
      if (!row) continue
      pairs.set(proof, row)
      left.delete(row)
    }
  return pairs
}

const HEADING_MAX = 300

/** Whether a page has rows of proofs or examples: most pages have none, and every save asks. */
async function hasRows(db: Db, page_id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from proof where page_id = ${page_id} union all select 1 from example_run where page_id = ${page_id} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Brings the rows of a page in line with its stored text; a proof that stays in the text keeps its row. `isNew`: the page has no rows yet.
 * `isPart`: it shows parts of sources, or did before. Part of the caller's transaction, after `touchItem`.
 */
export async function followText(
  db: Db,
  page: Place,
  text: string,
  { writer, at, isNew = false, isPart = false }: { writer: Writer; at: number; isNew?: boolean; isPart?: boolean },
) {
  const written = readProofs(text).map((proof) => ({ ...proof, heading: proof.heading.slice(0, HEADING_MAX) }))
  const hasNone = isNew || !(await hasRows(db, page.page_id))
  const known = hasNone ? [] : await proofsOf(db, page.page_id)
  if (written.length > 0 || known.length > 0) await writeRows(db, page, { written, known }, writer, at)
  const hasNews = await followExamples(db, page, text, hasNone)
  if (written.length > 0 || known.length > 0 || isPart || hasNews) await refreshStates(db, [page.page_id], at)
}

async function writeRows(
  db: Db,
  { page_id, item_id }: Place,
  { written, known }: { written: Proof[]; known: ProofRow[] },
  { uid, username, isPerson, sees }: Writer,
  at: number,
) {
  const pairs = matched(written, known)
  const kept = new Set([...pairs.values()].map((row) => row.proof_id))
  const gone = known.filter((row) => !kept.has(row.proof_id)).map((row) => row.proof_id)
  if (gone.length > 0) await db.deleteFrom('proof').where('proof_id', 'in', gone).execute()
  const open = written.filter((proof) => isOfSource(proof) && (pairs.get(proof)?.part_id ?? 0) === 0)
  const named = await partsNamed(
    db,
    item_id,
    open.map(({ target }) => target),
  )
  // A key cannot be used to learn of parts in catalogs that the writer cannot read (S217).
  const partOf = ({ target }: Proof) => {
    const part = named.get(target)
    return part && covers(sees, part.cat_id) ? part : undefined
  }
  const by = isPerson ? { accepted_uid: uid, accepted_username: username } : { accepted_uid: null, accepted_username: '' }
  for (const [position, proof] of written.entries()) {
    const { heading, kind, repo, target } = proof
    const row = pairs.get(proof)
    const part = open.includes(proof) ? partOf(proof) : undefined
    if (!row) {
      const state = part ? { ...seenIn(part, at), ...(isPerson ? acceptedOf(part, at) : {}) } : {}
      await db
        .insertInto('proof')
        .values({ item_id, page_id, position, heading, kind, repo, target, ...by, ...state })
        .execute()
    } else if (part || row.position !== position || row.heading !== heading) {
      const accepts = part && row.accepted === '' && row.accepted_uid !== null
      const state = part ? { ...seenIn(part, at), ...(accepts ? acceptedOf(part, at) : {}) } : {}
      await db
        .updateTable('proof')
        .set({ position, heading, ...state })
        .where('proof_id', '=', row.proof_id)
        .execute()
    }
  }
}

/** A person accepts what was seen last: of these proofs of the page, or of all. A proof that is gone or was never checked waits for a report. */
export async function acceptProofs(db: Db, page_id: number, wanted: 'all' | number[], by: { uid: number; username: string }, at: number) {
  const rows = (await proofsOf(db, page_id)).filter((row) => wanted === 'all' || wanted.includes(row.proof_id))
  for (const { proof_id, seen, seen_ref } of rows) {
    const accepted = seen === '' ? {} : { accepted: seen, accepted_ref: seen_ref, accepted_time: at }
    await db
      .updateTable('proof')
      .set({ ...accepted, accepted_uid: by.uid, accepted_username: by.username })
      .where('proof_id', '=', proof_id)
      .execute()
  }
  if (rows.length > 0) await refreshStates(db, [page_id], at)
  return rows.length
}

/** The rows of pages that leave their item: names of sources mean nothing in the other one, and so does what they point to. */
export async function moveProofs(db: Db, page_ids: number[], to: number, at: number) {
  for (const some of inParts(page_ids)) {
    await db.updateTable('proof').set({ item_id: to }).where('page_id', 'in', some).execute()
    await db
      .updateTable('proof')
      .set({ part_id: 0, problem: '' })
      .where('page_id', 'in', some)
      .where('kind', 'in', [...OF_SOURCES])
      .execute()
    await db.updateTable('page_state').set({ item_id: to }).where('page_id', 'in', some).execute()
  }
  await moveExamples(db, page_ids, to)
  await refreshStates(db, page_ids, at)
}

/**
 * Brings proofs and states in line with a source that has changed: the seals of its parts, parts that proofs named before they
 * existed, words of people and parts that are gone. Part of the transaction of the sync.
 */
export async function followSource(db: Db, { source_id, item_id, name }: { source_id: number; item_id: number; name: string }, at: number) {
  await resolveOpen(db, item_id, name, at)
  const affected = new Set<number>()
  const changed = await db
    .selectFrom('proof')
    .innerJoin('source_part as part', 'part.part_id', 'proof.part_id')
    .innerJoin('source', 'source.source_id', 'part.source_id')
    .leftJoin('source_version as version', 'version.version_id', 'source.version_id')
    .select([
      'proof.proof_id',
      'proof.page_id',
      'proof.seen',
      'proof.accepted',
      'proof.problem',
      'part.seal',
      'part.shape',
      'part.gone_seq',
      'version.label',
      'version.seq',
    ])
    .where('part.source_id', '=', source_id)
    .execute()
  for (const { proof_id, page_id, seen, accepted, problem, seal: whole, shape, gone_seq, label, seq } of changed) {
    const seal = shape || whole
    const next = gone_seq > 0 ? 'missing' : ''
    if (seen === seal && problem === next) continue
    // Accepted before shapes were known, and nothing has changed since.
    const same = accepted === whole ? { accepted: seal } : {}
    await db
      .updateTable('proof')
      .set({ ...same, seen: seal, seen_ref: label || String(seq ?? ''), seen_time: at, problem: next })
      .where('proof_id', '=', proof_id)
      .execute()
    affected.add(page_id)
  }
  const ofSource = db.selectFrom('source_part').select('part_id').where('source_id', '=', source_id)
  const worded = await db.selectFrom('source_word').select('page_id').distinct().where('part_id', 'in', ofSource).execute()
  const own = await db
    .selectFrom('source_part as part')
    .leftJoin('page_state as state', 'state.page_id', 'part.page_id')
    .select('part.page_id')
    .where('part.source_id', '=', source_id)
    .where('part.page_id', '>', 0)
    .where((row) => row.or([row('part.gone_seq', '>', 0), row('state.page_id', 'is not', null)]))
    .execute()
  for (const { page_id } of [...worded, ...own]) affected.add(page_id)
  await refreshStates(db, [...affected], at)
}

/** Proofs that named an operation or a table before it existed in this item, on pages all of whose editors can read it; of one source, or of all. */
export async function resolveOpen(db: Db, item_id: number, name: string | undefined, at: number) {
  const rows = await db
    .selectFrom('proof')
    .innerJoin('page', 'page.page_id', 'proof.page_id')
    .selectAll('proof')
    .select('page.cat_id')
    .where('proof.item_id', '=', item_id)
    .where('proof.kind', 'in', [...OF_SOURCES])
    .where('proof.part_id', '=', 0)
    .execute()
  const open = rows.filter(({ target }) => name === undefined || parseProof(target)?.source === name)
  if (open.length === 0) return
  const named = await partsNamed(
    db,
    item_id,
    open.map(({ target }) => target),
  )
  const parents = await db.selectFrom('catalog').select(['cat_id', 'parent_cat_id']).where('item_id', '=', item_id).execute()
  const pages = new Set<number>()
  for (const { proof_id, page_id, target, cat_id, accepted, accepted_uid } of open) {
    const part = named.get(target)
    if (!part || !covers(scopeOf([cat_id], parents), part.cat_id)) continue
    const accepts = accepted === '' && accepted_uid !== null ? acceptedOf(part, at) : {}
    await db
      .updateTable('proof')
      .set({ ...seenIn(part, at), ...accepts })
      .where('proof_id', '=', proof_id)
      .execute()
    pages.add(page_id)
  }
  await refreshStates(db, [...pages], at)
}

/** Proofs of a source that is deleted name nothing any more. Returns their pages, whose states the caller makes again. */
export async function forgetParts(db: Db, source_id: number): Promise<number[]> {
  const parts = db.selectFrom('source_part').select('part_id').where('source_id', '=', source_id)
  const rows = await db.selectFrom('proof').select('page_id').distinct().where('part_id', 'in', parts).execute()
  await db.updateTable('proof').set({ part_id: 0, problem: '' }).where('part_id', 'in', parts).execute()
  return rows.map(({ page_id }) => page_id)
}
