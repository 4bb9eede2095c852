import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../lib/usage-error.ts'
import { push } from '../pages/push.ts'
import { collect } from '../source/collect.ts'
import { collectWords } from '../source/collect.words.ts'
import { commentPages, sourceList } from '../source/comment-pages.ts'
import { isEncoding } from '../source/decode.ts'
import { type Command, pushOptions } from './command.ts'
import { catalogsIn } from './settings.ts'
import { settingWords } from './settings.words.ts'

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
  const told = collectWords(language)
  const { sources, warnings, files, binary } = collect(starts, choice, catalogsIn(catalog), folder, told)
  const makePages = (earlier: { language: typeof language }) => commentPages(sources, earlier.language)
  const outcome = await push(makePages, sourceList(sources, name), work.site, pushOptions(work))
  return { outcome, warnings, summary: told.summary(files, sources.length, binary) }
}
