import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Adopted } from '../database/dictionary.ts'
import type { Schema } from '../database/schema.ts'
import type { Origin } from '../description/origin.ts'
import { type PushedWords, pushedWords } from '../description/words.ts'
import { plain } from '../lib/plain.ts'
import { UsageError } from '../lib/usage-error.ts'
import { Refused } from '../site/call.ts'
import type { SourceReport } from '../site/site.ts'
import type { CommandContext, Finished } from './command.ts'
import { exitCodes } from './report.ts'
import { coverageOf, exitCodeOf, fieldsOf, leastCoverage, sourceNameOf, textOf } from './source-push.ts'
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

/** Pages that pushes without a source have written: they become the pages of the source's tables. */
interface Before {
  /** Their catalogs. */
  place: string[]
  pages: Adopted[]
}

/** The source of pages that exist has their catalog. */
const adoptFields = ({ place, pages }: Before, { catalog }: { catalog?: string }): Record<string, string> =>
  pages.length === 0 ? {} : { adopt: JSON.stringify(pages), ...(catalog === undefined ? { cat_name: place.join('/') } : {}) }

/** A comparison has found differences; with --fail-on only its class counts. */
const isDrift = ({ state, breaking, risky, safe }: SourceReport, isCheck: boolean, failOn: string | undefined) =>
  isCheck && state === 'checked' && failOn === undefined && breaking + risky + safe > 0

const TEXTS_SHOWN = 100

/** How an instance differs from the one that pages show. */
function driftText(instance: string, { changes, breaking, risky, safe }: SourceReport, isCheck: boolean, words: PushedWords): string {
  const total = breaking + risky + safe
  const lines = changes.slice(0, TEXTS_SHOWN).map(({ text }) => `  - ${plain(text)}`)
  return [
    ...(isCheck ? [words.compared] : []),
    words.drift(instance, total),
    ...lines,
    ...(total > lines.length ? [`  ${words.more(total - lines.length)}`] : []),
  ].join('\n')
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
  before?: () => Promise<Before>,
): Promise<Finished> {
  const words = settingWords(language)
  const failOn = values['fail-on']
  if (failOn !== undefined && failOn !== 'breaking' && failOn !== 'risky') throw new UsageError(words.badFailOn(failOn))
  for (const option of ['full', 'delete-orphans'] as const) if (values[option]) throw new UsageError(words.notForSource(option))
  const name = values.name ?? sourceNameOf(title, file)
  if (!/^[a-z0-9-]{1,40}$/.test(name)) throw new UsageError(words.badName(name))
  if (bytes.length > BYTES_MAX) throw new UsageError(words.tooLarge(BYTES_MAX / 1_000_000))
  const { instance } = values
  if (instance !== undefined && !/^[a-z0-9-]{1,40}$/.test(instance)) throw new UsageError(words.badInstance(instance))
  const least = leastCoverage(values['min-coverage'], words)
  const isCheck = values.check === true || values['dry-run'] === true
  const texts = pushedWords(language)
  // A structure has no commit: it is that of the database and not of what was built.
  const origin: Origin = { commit: '', branch: '', label: values.label ?? '', commit_time: 0 }
  try {
    const earlier = before && !isCheck && instance === undefined && !(await site.sourceNamed(name)) ? await before() : undefined
    const fields = { ...fieldsOf(name, origin, values, isCheck), ...(earlier ? adoptFields(earlier, values) : {}) }
    const report = await site.pushSource(fields, { name: file, bytes, language: chosen ?? language })
    if (!report) return { text: texts.isNew(name), json: { name, state: 'new' }, code: exitCodes.done }
    const text =
      instance === undefined ? textOf({ name, origin, files: 1, report, isCheck }, texts) : driftText(instance, report, isCheck, texts)
    const adopted = report.adopted ? [texts.adopted(report.adopted)] : []
    const coverage = least === undefined ? undefined : await coverageOf(site, name)
    const isShort = least !== undefined && coverage !== undefined && coverage < least
    const code = exitCodeOf(report, values)
    return {
      text: [text, ...adopted, ...(coverage === undefined ? [] : [texts.coverage(Math.floor(coverage), least ?? 0)])].join('\n'),
      json: { name, ...report, ...(coverage === undefined ? {} : { coverage }) },
      code: code === exitCodes.done && (isShort || isDrift(report, isCheck, failOn)) ? exitCodes.found : code,
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { text: `${name}: ${error.message}`, json: { name, state: 'refused', reason: error.message }, code: exitCodes.failed }
  }
}
