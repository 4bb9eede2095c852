import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type MoveReport, Refusal } from '@sheaf/contract'
import { storeSettings } from '../common/settings.store.ts'
import { makeTemp, sweepTemp } from '../storage/temp.ts'
import { keyOf } from '../user/user.store.ts'
import { memberships, teams, users } from './in/accounts.ts'
import { feedback } from './in/feedback.ts'
import { files, learnFiles, moveUnreferencedUploads } from './in/files.ts'
import { clientData, items } from './in/items.ts'
import { migrateTable } from './in/migrate-table.ts'
import { catalogs, pageRelations, pages, pageVersions } from './in/pages.ts'
import { planIds } from './in/plan-ids.ts'
import { prove } from './in/prove.ts'
import { reportOf } from './in/report.ts'
import { type MigrationOptions, type MigrationRun, openRun } from './in/run.ts'
import { remainingTables, site } from './in/site.ts'
import { copyMysql, copySqlite, findSource, type Source } from './in/source.ts'
import { openStaging, type Staging } from './in/staging.ts'
import { subscriptions } from './in/subscriptions.ts'
import { nameOf } from './in/texts.ts'
import { tokens } from './in/tokens.ts'
import { endMove, insertMove, type Move, movesOf } from './showdoc.store.ts'

type MoveServices = Pick<MigrationOptions, 'services' | 'onProgress' | 'signal'>

const folderOf = ({ services }: MoveServices) => join(services.config.DATA_DIR, 'showdoc')
const copyOf = (services: MoveServices, { fingerprint }: Pick<Move, 'fingerprint'>) =>
  join(folderOf(services), `copy-${fingerprint.slice(0, 32)}.db`)

/** Copies the database of ShowDoc into a separate folder; all later reads use the copy. */
async function copyIn(source: Source, options: MoveServices): Promise<string> {
  const folder = await makeTemp(options.services.config.DATA_DIR)
  const to = join(folder, 'showdoc.db')
  const show = (table: string, done: number) => options.onProgress?.({ stage: 'copying', table, done, total: 0 })
  show('', 0)
  try {
    if ('mysql' in source.database) await copyMysql(source.database.mysql, to, show)
    else await copySqlite(source.database.sqlite, to)
    return to
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Whether the move came from the same installation at another time: it shares at least half of the items. */
function isSameAs(move: Move, { anchors }: Staging) {
  const known = new Set(anchors)
  const shared = move.anchors.filter((anchor) => known.has(anchor)).length
  return shared > 0 && shared * 2 >= move.anchors.length
}

async function opened<T>(
  options: MoveServices & Pick<MigrationOptions, 'folder' | 'mysql'>,
  work: (staging: Staging, source: Source, moves: Move[]) => Promise<T>,
): Promise<T> {
  const source = findSource(options.folder, options.mysql)
  await mkdir(folderOf(options), { recursive: true, mode: 0o700 })
  const moves = await movesOf(options.services.store.db)
  // Removes the remains of killed runs: unfinished copies, and copies of moves that are done.
  await sweepTemp(options.services.config.DATA_DIR)
  for (const move of moves) if (move.state === 'done') await rm(copyOf(options, move), { force: true })
  // An interrupted move continues with the copy that it began with, even if ShowDoc has changed since.
  const begun = moves.find((move) => move.state === 'begun' && move.place === source.place && existsSync(copyOf(options, move)))
  const file = begun ? copyOf(options, begun) : await copyIn(source, options)
  let staging: Staging | undefined
  try {
    staging = await openStaging(file, options.signal)
    return await work(staging, source, moves)
  } finally {
    staging?.close()
    if (!begun) await rm(dirname(file), { recursive: true, force: true })
  }
}

/** Maps the ids of ShowDoc accounts to existing accounts with the same user name, if the operator wants to merge them. */
async function samePeople({ services, samePeople: isWanted }: MigrationOptions, staging: Staging): Promise<Map<number, number>> {
  const same = new Map<number, number>()
  if (!isWanted) return same
  const here = new Map(
    (await services.store.db.selectFrom('user').select(['uid', 'username_key']).execute()).map((row) => [row.username_key, row.uid]),
  )
  for (const row of staging.stream('select uid, username from user order by uid')) {
    const key = keyOf(nameOf(row['username']))
    const uid = key === '' ? undefined : here.get(key)
    if (uid !== undefined) same.set(Number(row['uid']), uid)
    here.delete(key)
  }
  return same
}

/** Follows the references between the tables; items are last, so that users never see an incomplete item. */
async function moveAll(run: MigrationRun, uploads: string | undefined) {
  const first = [...users, catalogs, files(uploads)]
  const middle = [
    ...pageRelations.filter(({ table }) => table === 'file_page'),
    pages,
    pageVersions,
    ...pageRelations.filter(({ table }) => table !== 'file_page'),
  ]
  const last = [...teams, ...memberships, tokens, feedback, subscriptions, ...clientData, ...site, items]
  for (const migrator of first) await migrateTable(migrator, run)
  await moveUnreferencedUploads(uploads, run)
  await learnFiles(run)
  const known = new Set([...first, ...middle, ...last].map(({ table }) => table))
  for (const migrator of [...middle, ...remainingTables(run, known), ...last]) await migrateTable(migrator, run)
}

/** Writes the report next to the proof, which has one line for each text and file that was compared. */
const filed = async (options: MoveServices, name: string, report: MoveReport) => {
  await writeFile(join(folderOf(options), name), `${JSON.stringify(report, null, 1)}\n`, { mode: 0o600 })
  return report
}

/**
 * Migrates a ShowDoc installation; the source is only read. Rows are written in small transactions that also save the progress: after a
 * crash the same call continues, and a completed move changes nothing.
 * Refusals: showdocNotFound, showdocBroken, showdocBusy, showdocMysql, showdocMovedBefore.
 */
export const moveIn = (options: MigrationOptions): Promise<MoveReport> =>
  opened(options, async (staging, source, moves) => {
    const { store, now } = options.services
    const known = moves.find((move) => move.fingerprint === staging.fingerprint)
    if (known?.state === 'done' && known.report) return { ...known.report, changed: false }
    // A move without a plan has not written any rows yet.
    const earlier = known ? undefined : moves.find((move) => move.progress.isPlanned && isSameAs(move, staging))
    if (earlier) throw new Refusal('showdocMovedBefore', { date: new Date(earlier.addtime * 1000).toISOString().slice(0, 10) })
    const { fingerprint, anchors } = staging
    const move = known ?? (await insertMove(store.db, { fingerprint, anchors, place: source.place, addtime: now() }))
    staging.rename(copyOf(options, move))
    options.onProgress?.({ stage: 'planning', table: '', done: 0, total: 0 })
    if (!move.progress.isPlanned) await planIds(store, staging, move, await samePeople(options, staging))
    const run = await openRun(options, staging, move)
    // Items of ShowDoc were never listed by search engines.
    await storeSettings(store.db, { index_default: 'none' })
    await moveAll(run, source.uploads)
    const proofs = await prove(run, source.uploads, `proof-${move.move_id}.jsonl`)
    const report = await reportOf(run, proofs, source.uploads !== undefined, move.addtime)
    await filed(options, `report-${move.move_id}.json`, report)
    await endMove(store.db, move.move_id, report)
    await rm(copyOf(options, move), { force: true })
    options.onProgress?.({ stage: 'done', table: '', done: 0, total: 0 })
    return report
  })

type VerifyMove = Omit<MigrationOptions, 'samePeople'>

/** Reads both sides again and compares them. Writes only the report. Refusals: those of moveIn, and showdocUnknown. */
export const verifyMove = (options: VerifyMove): Promise<MoveReport> =>
  opened(options, async (staging, source, moves) => {
    const move =
      moves.find(({ fingerprint }) => fingerprint === staging.fingerprint) ?? moves.find((candidate) => isSameAs(candidate, staging))
    if (!move) throw new Refusal('showdocUnknown')
    const run = await openRun(options, staging, move)
    const proofs = await prove(run, source.uploads, `verified-${move.move_id}.jsonl`)
    const report = { ...(await reportOf(run, proofs, source.uploads !== undefined, options.services.now())), changed: false }
    return filed(options, `verified-${move.move_id}.json`, report)
  })
