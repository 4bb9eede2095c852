import type { MoveReport, MoveTable, MoveWarning, Sample } from '@sheaf/contract'
import { cannotSignIn, hasDefaultPassword } from './accounts.ts'
import { UPLOADS_TABLE } from './files.ts'
import { asksVisitors } from './items.ts'
import type { Proofs } from './prove.ts'
import type { MigrationRun } from './run.ts'
import { flagOf, nameOf, wholeOf } from './texts.ts'

const FIRST = 200

const sample = <T>(all: T[]): Sample<T> => ({ count: all.length, first: all.slice(0, FIRST) })

function tablesOf(run: MigrationRun): MoveTable[] {
  return Object.entries(run.move.progress.marks)
    .map(([table, { read, written, here, left, columns }]) => ({ table, read, written, here, left, columns }))
    .sort((a, b) => (a.table < b.table ? -1 : 1))
}

function cannotIn(run: MigrationRun) {
  const found: Sample<{ uid: number; username: string; why: NonNullable<ReturnType<typeof cannotSignIn>> }> = { count: 0, first: [] }
  for (const row of run.staging.stream('select * from user order by uid')) {
    const [uid, why] = [wholeOf(row['uid']), cannotSignIn(row)]
    // A merged account keeps the password it has here.
    if (!why || run.isMerged(uid)) continue
    if (found.count++ < FIRST) found.first.push({ uid, username: nameOf(row['username']), why })
  }
  return found
}

/** Items that ask visitors here because they did so in ShowDoc. */
function askingIn(run: MigrationRun) {
  const { staging } = run
  if (!staging.columns('item').includes('allow_feedback')) return []
  return staging
    .all('select * from item order by item_id')
    .filter((row) => asksVisitors(row) && run.id('item', row['item_id']))
    .map((row) => ({ item_id: run.id('item', row['item_id']) ?? 0, item_name: nameOf(row['item_name']) }))
}

async function warningsOf(run: MigrationRun, hasUploads: boolean): Promise<MoveWarning[]> {
  const { staging } = run
  const administrators = staging.all('select * from user where groupid = 1')
  const isDefault = await Promise.all(administrators.filter((row) => !run.isMerged(wholeOf(row['uid']))).map(hasDefaultPassword))
  const on = new Map(
    staging.tables.has('options') ? staging.all('select * from options').map((row) => [row['option_name'], row['option_value']]) : [],
  )
  const elsewhere = await run.db
    .selectFrom('showdoc_id')
    .select('old_id')
    .where('move_id', '=', run.move.move_id)
    .where('table_name', 'in', ['item', 'page'])
    .where('new_id', '>', 0)
    .limit(1)
    .execute()
  const boards = staging.all('select 1 from item where item_type in (5, 6) limit 1')
  const conditions: [boolean, MoveWarning][] = [
    [isDefault.includes(true), 'defaultPassword'],
    [flagOf(on.get('oss_open')) === 1, 'enterOss'],
    [flagOf(on.get('ldap_open')) === 1, 'enterLdap'],
    [flagOf(on.get('oauth2_open')) === 1, 'enterOauth2'],
    [Boolean(on.get('login_secret_key')), 'enterLoginKey'],
    [elsewhere.length > 0, 'linksLeadElsewhere'],
    [boards.length > 0, 'boardsAsText'],
    [askingIn(run).length > 0, 'asksVisitors'],
    [!hasUploads, 'noUploads'],
  ]
  return conditions.flatMap(([applies, warning]) => (applies ? [warning] : []))
}

async function listsOf(run: MigrationRun) {
  const { db, move } = run
  const moved = db.selectFrom('showdoc_id').where('move_id', '=', move.move_id).where('new_id', '>', 0)
  const ids = await moved
    .select(['table_name as table', 'old_id as from', 'new_id as to'])
    .orderBy('table_name')
    .orderBy('old_id')
    .limit(FIRST)
    .execute()
  const count = await moved.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const withheld = await db
    .selectFrom('showdoc_left')
    .select(['table_name', 'old_id', 'body'])
    .where('move_id', '=', move.move_id)
    .where('table_name', 'in', ['upload_file', UPLOADS_TABLE])
    .where('reason', '=', 'quarantined')
    .orderBy('id')
    .execute()
  const quarantined = withheld.map(({ body }) => {
    const { display_name, real_url, path } = JSON.parse(body) as Record<string, string>
    const place = path ?? String(real_url).replace(/^.*Public\/Uploads\//i, '')
    return { name: nameOf(display_name ?? place), place: `showdoc/quarantine/${move.move_id}/${place}.withheld` }
  })
  return {
    ids: { count: Number(count.n), first: ids.map((row) => ({ ...row, from: Number(row.from) })) },
    quarantined: sample(quarantined),
  }
}

async function downloadsOf(run: MigrationRun) {
  const files = await run.db
    .selectFrom('attachment')
    .innerJoin('showdoc_file', 'showdoc_file.file_id', 'attachment.file_id')
    .select(['attachment.file_id', 'attachment.display_name as name'])
    .where('attachment.file_type', '=', 'application/octet-stream')
    .orderBy('attachment.file_id')
    .execute()
  return sample(files)
}

export async function reportOf(run: MigrationRun, proofs: Proofs, hasUploads: boolean, started: number): Promise<MoveReport> {
  const { staging, move } = run
  const administrators = staging.all<{ n: number }>('select count(*) as n from user where groupid = 1')[0]?.n ?? 0
  return {
    form: 1,
    fingerprint: move.fingerprint,
    place: move.place,
    version: staging.version,
    started,
    ended: run.options.services.now(),
    changed: true,
    tables: tablesOf(run),
    ...proofs,
    people: { all: staging.count('user'), administrators, cannotSignIn: cannotIn(run) },
    renamed: sample(move.progress.renamed),
    ...(await listsOf(run)),
    downloadOnly: await downloadsOf(run),
    asking: sample(askingIn(run)),
    warnings: await warningsOf(run, hasUploads),
  }
}
