import { constants, existsSync, statSync } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { Refusal } from '@sheaf/contract'
import SqliteDatabase from 'better-sqlite3'

const TRIES = 3
/** Beside the file: the log that is not in it yet, or what takes a cut-off transaction back. */
const sides = ['', '-wal', '-journal']

const stateOf = (file: string) =>
  sides
    .map((side) => (existsSync(file + side) ? statSync(file + side, { bigint: true }) : undefined))
    .map((stat) => stat && `${stat.size} ${stat.mtimeNs}`)
    .join()

/**
 * Copies a database with its logs. The original is not opened by SQLite, which would write beside it; what the copy still has in its
 * logs is taken into it. One that changes while it is copied is copied again.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = stateOf(from)
    for (const side of sides) {
      await rm(to + side, { force: true })
      if (!existsSync(from + side)) continue
      await copyFile(from + side, to + side, constants.COPYFILE_FICLONE)
      await chmod(to + side, 0o600)
    }
    const isWhole = before === stateOf(from) && settle(to)
    if (isWhole) return
    if (tries === TRIES) throw new Refusal(before === stateOf(from) ? 'showdocBroken' : 'showdocBusy')
  }
}

/** A page that nothing points to holds nothing; ShowDoc's own upgrades leave some. */
const HARMLESS = /^(?:ok|\*\*\* in database main \*\*\*|Page \d+: never used)$/

function settle(file: string): boolean {
  let database: SqliteDatabase.Database | undefined
  try {
    database = new SqliteDatabase(file)
    database.pragma('trusted_schema = OFF')
    // Its first table has a name that keeps web servers from handing the file out, and that SQLite reads without trouble.
    database.pragma('journal_mode = DELETE')
    const said = (database.pragma('quick_check(20)') as { quick_check: string }[]).flatMap((row) => row.quick_check.split('\n'))
    return said.every((line) => HARMLESS.test(line))
  } catch {
    return false
  } finally {
    database?.close()
  }
}
