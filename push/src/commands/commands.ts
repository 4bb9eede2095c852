import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { adoptedPages, overviewRecord, tablePages } from '../database/dictionary.ts'
import { databaseAddress, readSchema } from '../database/read.ts'
import { readWords } from '../database/words.ts'
import { isEncoding } from '../lib/decode.ts'
import { UsageError } from '../lib/usage-error.ts'
import { push, pushedBefore } from '../pages/push.ts'
import { collect } from '../source/collect.ts'
import { commentPages, sourceList } from '../source/comment-pages.ts'
import { collectWords } from '../source/words.ts'
import type { Command, CommandContext } from './command.ts'
import { pushSnapshot, snapshotOf, tblsFile } from './dictionary.ts'
import { finishedPages } from './report.ts'
import { catalogsIn } from './settings.ts'
import { settingWords } from './words.ts'

const pushOptions = ({ settings: { values, chosen }, language, progress }: CommandContext) => ({
  language,
  chosen,
  progress,
  dryRun: values['dry-run'],
  deleteOrphans: values['delete-orphans'],
  full: values.full,
})

const MEGABYTE = 1024 * 1024

/** sheaf-push comments DIR… */
export const comments: Command = async (context) => {
  const { language, folder } = context
  const { include = [], exclude = [], encoding, catalog = '', name = '', ...values } = context.settings.values
  const words = settingWords(language)
  const starts = (context.words.length > 0 ? context.words : ['.']).map((path) => resolve(folder, path))
  for (const path of starts) if (!existsSync(path)) throw new UsageError(words.noFolder(path))
  if (encoding && !isEncoding(encoding)) throw new UsageError(words.badEncoding(encoding))
  const size = Number(values['max-size'] ?? 2)
  if (!(size > 0)) throw new UsageError(words.badSize(String(values['max-size'])))
  const choice = { include, exclude, encoding, maxSize: size * MEGABYTE }
  const texts = collectWords(language)
  const { sources, warnings, files, binary, unread } = collect(starts, choice, catalogsIn(catalog), folder, texts)
  const makePages = (previous: { language: typeof language }) => commentPages(sources, previous.language)
  const outcome = await push(makePages, sourceList(sources, name), context.site, { ...pushOptions(context), unread })
  const summary = texts.summary(files, sources.length, binary)
  return finishedPages({ outcome, warnings, summary }, context.settings.values, language)
}

/** The beginning of an address that could not be parsed: a password can be anywhere in the rest. */
const withoutSecrets = (address: string) => (/[@=]|:\/\//.test(address) ? address.replace(/([:/=]).*$/s, '$1…') : address)

/** sheaf-push database ADDRESS */
export const database: Command = async (context) => {
  const { language, folder, env } = context
  const { schema: schemas = [], include = [], exclude = [], catalog } = context.settings.values
  const words = settingWords(language)
  const texts = readWords(language)
  const { name, from } = context.settings.values
  if (context.words.length > (from === undefined ? 1 : 0)) throw new UsageError(words.oneSource)
  if (from !== undefined) return pushSnapshot(context, tblsFile(context, from))
  const source = context.words[0] ?? env['SHEAF_DATABASE_URL']
  if (!source) throw new UsageError(words.noSource)
  const address = databaseAddress(source, folder)
  if (!address) throw new UsageError(texts.unknown(withoutSecrets(source)))
  const schema = await readSchema(address, { schemas, include, exclude }, language)
  // Schemas other than the default schema become subcatalogs, so one of the three levels is reserved for them.
  const place = catalogsIn(catalog ?? schema.name.replaceAll('/', '∕')).slice(0, 2)
  if (name !== undefined) {
    const before = async () => ({ place, pages: adoptedPages(schema, await pushedBefore(overviewRecord(schema, place), context.site)) })
    return pushSnapshot(context, { bytes: snapshotOf(schema), title: schema.name, name: `${name}.json` }, before)
  }
  for (const option of ['title', 'label', 'check', 'force', 'fail-on', 'instance', 'min-coverage'] as const)
    if (context.settings.values[option] !== undefined) throw new UsageError(words.onlyWithName(option))
  const outcome = await push(
    (previous) => tablePages(schema, place, previous),
    overviewRecord(schema, place),
    context.site,
    pushOptions(context),
  )
  const views = schema.tables.filter(({ kind }) => kind === 'view' || kind === 'materialized').length
  const summary = texts.summary(schema.name, schema.tables.length - views, views)
  return finishedPages({ outcome, warnings: [], summary }, context.settings.values, language)
}
