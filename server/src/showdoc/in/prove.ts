import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MoveVerification } from '@sheaf/contract'
import { revisionTextsByIds } from '../../page/history/page.history.store.ts'
import { hashOf, placeOf, UPLOADS_TABLE, unreferencedUploads } from './files.ts'
import { pageText, stateText } from './pages.ts'
import { commentPairs, inBatches, type Pair, PROOF_BATCH_ROWS, sha256, subscriptionPairs, voicePairs } from './prove-rows.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { wholeOf } from './texts.ts'

/** A sum of hashes, which does not depend on their order. */
class Sum {
  private readonly words = new Uint32Array(8)

  add(sha256: string) {
    const digest = Buffer.from(sha256, 'hex')
    let carry = 0
    for (let n = 0; n < 8; n++) {
      const word = (this.words[n] as number) + digest.readUInt32LE(n * 4) + carry
      this.words[n] = word
      carry = word > 0xffffffff ? 1 : 0
    }
  }

  get hex() {
    return Buffer.from(this.words.buffer).toString('hex')
  }
}

const DIFFERENCES_LISTED_MAX = 50

class Compared {
  private readonly sums = { before: new Sum(), after: new Sum() }
  readonly proof: MoveVerification = { compared: 0, same: 0, before: '', after: '', different: { count: 0, first: [] }, changedSince: 0 }

  add({ id, here, before, after }: Pair) {
    const { proof } = this
    if (after === undefined) {
      proof.changedSince++
      return
    }
    proof.compared++
    this.sums.before.add(before)
    this.sums.after.add(after)
    if (before === after) proof.same++
    else if (proof.different.count++ < DIFFERENCES_LISTED_MAX) proof.different.first.push({ id: Number(id) || 0, here })
  }

  get result(): MoveVerification {
    return { ...this.proof, before: this.sums.before.hex, after: this.sums.after.hex }
  }
}

export interface Proofs {
  pages: MoveVerification
  versions: MoveVerification
  files: MoveVerification
  comments: MoveVerification
  voices: MoveVerification
  subscriptions: MoveVerification
}

/** Reads everything again on both sides and compares it; writes one line for each pair to the proof file, and nothing else. */
export async function prove(run: MigrationRun, uploads: string | undefined, name: string): Promise<Proofs> {
  const out = createWriteStream(join(run.options.services.config.DATA_DIR, 'showdoc', name), { mode: 0o600 })
  const failed = new Promise<never>((_, fail) => out.once('error', fail))
  failed.catch(() => {})
  const compareAll = async (kind: string, pairs: AsyncIterable<Pair>, total: number) => {
    const compared = new Compared()
    let done = 0
    for await (const pair of pairs) {
      run.options.signal?.throwIfAborted()
      compared.add(pair)
      if (!out.write(`${JSON.stringify({ [kind]: pair.id, here: pair.here, before: pair.before, after: pair.after ?? null })}\n`))
        await Promise.race([new Promise<void>((drained) => out.once('drain', () => drained())), failed])
      if (++done % PROOF_BATCH_ROWS === 0) run.options.onProgress?.({ stage: 'proving', table: kind, done, total })
    }
    return compared.result
  }
  const { staging } = run
  const pages = await compareAll('page', pagePairs(run), staging.count('page'))
  const versions = await compareAll('page_history', statePairs(run), staging.count('page_history'))
  const files = await compareAll('upload_file', filePairs(run, uploads), staging.count('upload_file'))
  const comments = await compareAll('page_comment', commentPairs(run), staging.count('page_comment'))
  const voices = await compareAll('page_feedback', voicePairs(run), staging.count('page_feedback'))
  const subscriptions = await compareAll('subscription', subscriptionPairs(run), staging.count('subscription'))
  await Promise.race([new Promise<void>((ended) => out.end(() => ended())), failed])
  return { pages, versions, files, comments, voices, subscriptions }
}

async function* pagePairs(run: MigrationRun): AsyncGenerator<Pair> {
  for (const rows of inBatches(run.staging.stream<Row>('select page_id, page_content from page order by page_id'))) {
    const taken = rows
      .flatMap((row) => ({ row, here: run.id('page', row['page_id']) ?? [] }))
      .filter((entry): entry is { row: Row; here: number } => typeof entry.here === 'number')
    const ids = taken.map((entry) => entry.here)
    const found = ids.length
      ? await run.db.selectFrom('page').select(['page_id', 'page_content', 'version']).where('page_id', 'in', ids).execute()
      : []
    const there = new Map(found.map((row) => [row.page_id, row]))
    for (const { row, here } of taken) {
      const page = there.get(here)
      const before = sha256(pageText(row))
      const after = page && sha256(page.page_content)
      const isTouched = page === undefined || (page.version > 1 && after !== before)
      yield { id: wholeOf(row['page_id']), here, before, after: isTouched ? undefined : after }
    }
    await new Promise(setImmediate)
  }
}

/** Frequently saved pages lose their oldest versions: a missing version is not a difference. */
async function* statePairs(run: MigrationRun): AsyncGenerator<Pair> {
  for (const rows of inBatches(
    run.staging.stream<Row>('select page_id, page_history_id, page_content from page_history order by page_id, page_history_id'),
  )) {
    const taken = rows.filter((row) => run.id('page', row['page_id']) !== undefined)
    const found = await revisionTextsByIds(
      run.db,
      taken.map((row) => run.own('page_history', row['page_history_id'])),
    )
    for (const row of taken) {
      const here = run.own('page_history', row['page_history_id'])
      const text = found.get(here)
      yield {
        id: wholeOf(row['page_history_id']),
        here,
        before: sha256(stateText(row)),
        after: text === undefined ? undefined : sha256(text),
      }
    }
    await new Promise(setImmediate)
  }
}

async function* filePairs(run: MigrationRun, uploads: string | undefined): AsyncGenerator<Pair> {
  for (const row of run.staging.all('select file_id, real_url from upload_file order by file_id')) {
    const [here, place] = [run.id('upload_file', row['file_id']), placeOf(row, uploads)]
    if (here && place) yield await filePair(run, wholeOf(row['file_id']), here, place)
  }
  for (const path of unreferencedUploads(uploads, run)) {
    const row = await run.db.selectFrom('showdoc_file').select('file_id').where('path', '=', path).executeTakeFirst()
    if (row) yield await filePair(run, `${UPLOADS_TABLE}/${path}`, row.file_id, join(uploads as string, path))
  }
}

async function filePair(run: MigrationRun, id: number | string, here: number, place: string): Promise<Pair> {
  const file = await run.db.selectFrom('attachment').select(['store', 'path']).where('file_id', '=', here).executeTakeFirst()
  const before = await hashOf(place)
  if (!file) return { id, here, before, after: undefined }
  const store = await run.options.services.files.of(file.store)
  const hash = createHash('sha256')
  const after = await store
    .read(file.path)
    .then((body) => pipeline(body, hash))
    .then(
      () => hash.digest('hex'),
      () => '0'.repeat(64),
    )
  return { id, here, before, after }
}
