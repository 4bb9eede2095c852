import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Schema } from '../database/schema.ts'
import type { Origin } from '../description/origin.ts'
import { pushedWords } from '../description/words.ts'
import { UsageError } from '../lib/usage-error.ts'
import { Refused } from '../site/call.ts'
import type { CommandContext, Finished } from './command.ts'
import { exitCodes } from './report.ts'
import { exitCodeOf, fieldsOf, sourceNameOf, textOf } from './source-push.ts'
import { settingWords } from './words.ts'

/** A larger structure is refused by the site. */
const BYTES_MAX = 24_000_000

/** The structure of a database as one JSON: what a source of an item is kept in step with. */
export const snapshotOf = (schema: Schema): Buffer => Buffer.from(JSON.stringify({ sheaf: 'database', form: 2, ...schema }))

/** The JSON that tbls has written, as it is. */
export function tblsFile({ folder, language }: CommandContext, file: string): { bytes: Buffer; title: string; name: string } {
  const words = settingWords(language)
  const path = resolve(folder, file)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new UsageError(words.noFile(path))
  }
  let title: unknown
  try {
    title = (JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as { name?: unknown } | null)?.name
  } catch {
    throw new UsageError(words.badFile(path, words.notJson))
  }
  return { bytes, title: typeof title === 'string' ? title : '', name: basename(path) }
}

interface Snapshot {
  bytes: Buffer
  /** The name of the database. */
  title: string
  /** The name of the file. */
  name: string
}

/** Brings the source of a database up to date, whose pages people can write about. */
export async function pushSnapshot(
  { settings: { values, chosen }, site, language }: CommandContext,
  { bytes, title, name: file }: Snapshot,
): Promise<Finished> {
  const words = settingWords(language)
  const failOn = values['fail-on']
  if (failOn !== undefined && failOn !== 'breaking' && failOn !== 'risky') throw new UsageError(words.badFailOn(failOn))
  for (const option of ['full', 'delete-orphans'] as const) if (values[option]) throw new UsageError(words.notForSource(option))
  const name = values.name ?? sourceNameOf(title, file)
  if (!/^[a-z0-9-]{1,40}$/.test(name)) throw new UsageError(words.badName(name))
  if (bytes.length > BYTES_MAX) throw new UsageError(words.tooLarge(BYTES_MAX / 1_000_000))
  const isCheck = values.check === true || values['dry-run'] === true
  const texts = pushedWords(language)
  // A structure has no commit: it is that of the database and not of what was built.
  const origin: Origin = { commit: '', branch: '', label: values.label ?? '', commit_time: 0 }
  try {
    const report = await site.pushSource(fieldsOf(name, origin, values, isCheck), { name: file, bytes, language: chosen ?? language })
    if (!report) return { text: texts.isNew(name), json: { name, state: 'new' }, code: exitCodes.done }
    return {
      text: textOf({ name, origin, files: 1, report, isCheck }, texts),
      json: { name, ...report },
      code: exitCodeOf(report, values),
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { text: `${name}: ${error.message}`, json: { name, state: 'refused', reason: error.message }, code: exitCodes.failed }
  }
}
