import { databaseAddress } from '../database/address.ts'
import { overview, tablePages } from '../database/dictionary.ts'
import { readSchema } from '../database/read.ts'
import { readWords } from '../database/read.words.ts'
import { UsageError } from '../lib/usage-error.ts'
import { push } from '../pages/push.ts'
import { type Command, pushOptions } from './command.ts'
import { catalogsIn } from './settings.ts'
import { settingWords } from './settings.words.ts'

/** sheaf-push database ADDRESS */
export const database: Command = async (work) => {
  const { language, folder, env } = work
  const { schema: schemas = [], include = [], exclude = [], catalog } = work.settings.values
  const words = settingWords(language)
  const told = readWords(language)
  if (work.words.length > 1) throw new UsageError(words.oneSource)
  const source = work.words[0] ?? env['SHEAF_DATABASE_URL']
  if (!source) throw new UsageError(words.noSource)
  const address = databaseAddress(source, folder)
  if (!address) throw new UsageError(told.unknown(source.replace(/:[^:@/]*@/, ':***@')))
  const schema = await readSchema(address, { schemas, include, exclude }, language)
  // Schemas other than the main one are catalogs below, so one level is left for them.
  const place = catalogsIn(catalog ?? schema.name.replaceAll('/', '∕')).slice(0, 2)
  const outcome = await push((earlier) => tablePages(schema, place, earlier), overview(schema, place), work.site, pushOptions(work))
  const views = schema.tables.filter(({ kind }) => kind === 'view' || kind === 'materialized').length
  return { outcome, warnings: [], summary: told.summary(schema.name, schema.tables.length - views, views) }
}
