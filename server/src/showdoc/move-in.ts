import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type MoveReport, Refusal } from '@sheaf/contract'
import { makeTemp, sweepTemp } from '../storage/temp.ts'
import { keyOf } from '../user/user.store.ts'
import { memberships, teams, users } from './in/accounts.ts'
import { files, learnFiles, moveUnreferencedUploads } from './in/files.ts'
import { clientData, items } from './in/items.ts'
import { migrateTable } from './in/migrate-table.ts'
import { catalogs, pageRelations, pages, states } from './in/pages.ts'
import { planIds } from './in/plan-ids.ts'
import { prove } from './in/prove.ts'
import { reportOf } from './in/report.ts'
import { type MigrationOptions, type MigrationRun, openRun } from './in/run.ts'
import { others, site } from './in/site.ts'
import { copyMysql, copySqlite, findSource, type Source } from './in/source.ts'
import { openStaging, type Staging } from './in/staging.ts'
import { nameOf } from './in/texts.ts'
import { endMove, insertMove, type Move, movesOf } from './showdoc.store.ts'

type Room = Pick<MigrationOptions, 'house' | 'onProgress' | 'signal'>

const roomOf = ({ house }: Room) => join(house.config.DATA_DIR, 'showdoc')
const copyOf = (room: Room, { fingerprint }: Pick<Move, 'fingerprint'>) => join(roomOf(room), `copy-${fingerprint.slice(0, 32)}.db`)

/** A copy of its database, which alone is read from now on, in a folder of its own. */
async function copyIn(source: Source, options: Room): Promise<string> {
  const folder = await makeTemp(options.house.config.DATA_DIR)
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

/** The same installation at another time has most of the items it had. */
function isSameAs(move: Move, { anchors }: Staging) {
  const known = new Set(anchors)
  const shared = move.anchors.filter((anchor) => known.has(anchor)).length
  return shared > 0 && shared * 2 >= move.anchors.length
}

async function opened<T>(
  options: Room & Pick<MigrationOptions, 'folder' | 'mysql'>,
  work: (staging: Staging, source: Source, moves: Move[]) => Promise<T>,
): Promise<T> {
  const source = findSource(options.folder, options.mysql)
  await mkdir(roomOf(options), { recursive: true, mode: 0o700 })
  const moves = await movesOf(options.house.store.db)
  // What was left of those that were killed: copies that were being made, and those of moves that have ended.
  await sweepTemp(options.house.config.DATA_DIR)
  for (const move of moves) if (move.state === 'done') await rm(copyOf(options, move), { force: true })
  // What was begun is finished with the state it was begun with, whatever ShowDoc has become since.
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

/** Accounts here that have a name of there. */
async function samePeople({ house, samePeople: isWanted }: MigrationOptions, staging: Staging): Promise<Map<number, number>> {
  const same = new Map<number, number>()
  if (!isWanted) return same
  const here = new Map(
    (await house.store.db.selectFrom('user').select(['uid', 'username_key']).execute()).map((row) => [row.username_key, row.uid]),
  )
  for (const row of staging.stream('select uid, username from user order by uid')) {
    const key = keyOf(nameOf(row['username']))
    const uid = key === '' ? undefined : here.get(key)
    if (uid !== undefined) same.set(Number(row['uid']), uid)
    here.delete(key)
  }
  return same
}

/** In the order in which the rows of one name those of another; items come last, so that nobody sees half of one. */
async function moveAll(way: MigrationRun, uploads: string | undefined) {
  const first = [...users, catalogs, files(uploads)]
  const then = [
    ...pageRelations.filter(({ table }) => table === 'file_page'),
    pages,
    states,
    ...pageRelations.filter(({ table }) => table !== 'file_page'),
  ]
  const last = [...teams, ...memberships, ...clientData, ...site, items]
  for (const mover of first) await migrateTable(mover, way)
  await moveUnreferencedUploads(uploads, way)
  await learnFiles(way)
  const known = new Set([...first, ...then, ...last].map(({ table }) => table))
  for (const mover of [...then, ...others(way, known), ...last]) await migrateTable(mover, way)
}

/** Beside the data, for whoever wants to keep it: the report, and one line for each text and file that was compared. */
const filed = async (options: Room, name: string, report: MoveReport) => {
  await writeFile(join(roomOf(options), name), `${JSON.stringify(report, null, 1)}\n`, { mode: 0o600 })
  return report
}

/**
 * Takes a ShowDoc over. The source is only read. What is written is written in small transactions with a mark of how far it is: after a
 * kill the same call goes on, and where all is done it changes nothing. Refusals: showdocNotFound, showdocBroken, showdocBusy,
 * showdocMysql, showdocMovedBefore.
 */
export const moveIn = (options: MigrationOptions): Promise<MoveReport> =>
  opened(options, async (staging, source, moves) => {
    const { store, now } = options.house
    const known = moves.find((move) => move.fingerprint === staging.fingerprint)
    if (known?.state === 'done' && known.report) return { ...known.report, changed: false }
    // Of one that was not planned yet nothing is here.
    const before = known ? undefined : moves.find((move) => move.progress.isPlanned && isSameAs(move, staging))
    if (before) throw new Refusal('showdocMovedBefore', { date: new Date(before.addtime * 1000).toISOString().slice(0, 10) })
    const { fingerprint, anchors } = staging
    const move = known ?? (await insertMove(store.db, { fingerprint, anchors, place: source.place, addtime: now() }))
    staging.rename(copyOf(options, move))
    options.onProgress?.({ stage: 'planning', table: '', done: 0, total: 0 })
    if (!move.progress.isPlanned) await planIds(store, staging, move, await samePeople(options, staging))
    const way = await openRun(options, staging, move)
    await moveAll(way, source.uploads)
    const proofs = await prove(way, source.uploads, `proof-${move.move_id}.jsonl`)
    const report = await reportOf(way, proofs, source.uploads !== undefined, move.addtime)
    await filed(options, `report-${move.move_id}.json`, report)
    await endMove(store.db, move.move_id, report)
    await rm(copyOf(options, move), { force: true })
    options.onProgress?.({ stage: 'done', table: '', done: 0, total: 0 })
    return report
  })

export type VerifyMove = Omit<MigrationOptions, 'samePeople'>

/** Reads both sides again and compares them. Nothing is written but the report. Refusals: as above, and showdocUnknown. */
export const verifyMove = (options: VerifyMove): Promise<MoveReport> =>
  opened(options, async (staging, source, moves) => {
    const move = moves.find(({ fingerprint }) => fingerprint === staging.fingerprint) ?? moves.find((one) => isSameAs(one, staging))
    if (!move) throw new Refusal('showdocUnknown')
    const way = await openRun(options, staging, move)
    const proofs = await prove(way, source.uploads, `verified-${move.move_id}.jsonl`)
    const report = { ...(await reportOf(way, proofs, source.uploads !== undefined, options.house.now())), changed: false }
    return filed(options, `verified-${move.move_id}.json`, report)
  })
