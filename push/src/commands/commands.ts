import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { overview, tablePages } from '../database/dictionary.ts'
import { databaseAddress, readSchema } from '../database/read.ts'
import { readWords } from '../database/words.ts'
import type { Language } from '../lib/language.ts'
import { UsageError } from '../lib/usage-error.ts'
import { push } from '../pages/push.ts'
import type { Outcome } from '../pages/run.ts'
import type { Site } from '../site/site.ts'
import { collect, isEncoding } from '../source/collect.ts'
import { commentPages, sourceList } from '../source/comment-pages.ts'
import { collectWords } from '../source/words.ts'
import { catalogsIn, type Environment, type Settings } from './settings.ts'
import { settingWords } from './words.ts'

/** A problem in the sources that the user should check. */
export interface Warning {
  file: string
  line?: number
  message: string
}

export interface Report {
  outcome: Outcome
  warnings: Warning[]
  /** One line about what was read. */
  summary: string
}

/** The inputs of a command. */
interface CommandContext {
  words: string[]
  settings: Settings
  site: Site
  env: Environment
  folder: string
  language: Language
  progress: (done: number, total: number, title: string) => void
  tell: (text: string) => void
}

export type Command = (work: CommandContext) => Promise<Report>

const pushOptions = ({ settings: { values, chosen }, language, progress }: CommandContext) => ({
  ...{ language, chosen, progress },
  dryRun: values['dry-run'],
  deleteOrphans: values['delete-orphans'],
  full: values.full,
})

const MEGABYTE = 1024 * 1024

/** sheaf-push comments DIR… */
export const comments: Command = async (work) => {
  const { language, folder } = work
  const { include = [], exclude = [], encoding, catalog = '', name = '', ...values } = work.settings.values
  const words = settingWords(language)
  const starts = (work.words.length > 0 ? work.words : ['.']).map((one) => resolve(folder, one))
  for (const one of starts) if (!existsSync(one)) throw new UsageError(words.noFolder(one))
  if (encoding && !isEncoding(encoding)) throw new UsageError(words.badEncoding(encoding))
  const size = Number(values['max-size'] ?? 2)
  if (!(size > 0)) throw new UsageError(words.badSize(String(values['max-size'])))
  const choice = { include, exclude, encoding, maxSize: size * MEGABYTE }
  const texts = collectWords(language)
  const { sources, warnings, files, binary } = collect(starts, choice, catalogsIn(catalog), folder, texts)
  const makePages = (earlier: { language: typeof language }) => commentPages(sources, earlier.language)
  const outcome = await push(makePages, sourceList(sources, name), work.site, pushOptions(work))
  return { outcome, warnings, summary: texts.summary(files, sources.length, binary) }
}

/** sheaf-push database ADDRESS */
export const database: Command = async (work) => {
  const { language, folder, env } = work
  const { schema: schemas = [], include = [], exclude = [], catalog } = work.settings.values
  const words = settingWords(language)
  const texts = readWords(language)
  if (work.words.length > 1) throw new UsageError(words.oneSource)
  const source = work.words[0] ?? env['SHEAF_DATABASE_URL']
  if (!source) throw new UsageError(words.noSource)
  const address = databaseAddress(source, folder)
  if (!address) throw new UsageError(texts.unknown(source.replace(/:[^:@/]*@/, ':***@')))
  const schema = await readSchema(address, { schemas, include, exclude }, language)
  // Other schemas than the main one become subcatalogs, so one level is reserved for them.
  const place = catalogsIn(catalog ?? schema.name.replaceAll('/', '∕')).slice(0, 2)
  const outcome = await push((earlier) => tablePages(schema, place, earlier), overview(schema, place), work.site, pushOptions(work))
  const views = schema.tables.filter(({ kind }) => kind === 'view' || kind === 'materialized').length
  return { outcome, warnings: [], summary: texts.summary(schema.name, schema.tables.length - views, views) }
}
