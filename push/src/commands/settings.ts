import { isLanguage, type Language } from '../lib/language.ts'
import { UsageError } from '../lib/usage-error.ts'
import { siteAddress } from '../site/address.ts'
import type { Address } from '../site/call.ts'
import { readConfigFile } from './config-file.ts'
import { type CommandName, names, type OptionName, optionOf, type Values } from './options.ts'
import { type SettingWords, settingWords } from './settings.words.ts'

export type Environment = Record<string, string | undefined>

export interface Settings {
  site: Address
  values: Values
  /** Of the pages, when somebody chose it. */
  chosen: Language | undefined
}

/** What was typed wins over the environment, and that over the file. */
export function settingsOf(command: CommandName, typed: Values, env: Environment, folder: string, language: Language): Settings {
  const words = settingWords(language)
  for (const name of Object.keys(typed) as OptionName[]) {
    const { only } = optionOf(name)
    if (only && only !== command) throw new UsageError(words.notForCommand(name, command))
  }
  const surrounding = names.flatMap((name) => {
    const value = env[optionOf(name).env ?? '']
    return value ? [[name, value]] : []
  })
  const values: Values = { ...readConfigFile(folder, typed.config, command, words), ...Object.fromEntries(surrounding), ...typed }
  const chosen = values.language
  if (chosen !== undefined && !isLanguage(chosen)) throw new UsageError(words.badLanguage(chosen))
  return { site: siteOf(values, words), values, chosen }
}

function siteOf({ url, key, token }: Values, words: SettingWords): Address {
  if (!url) throw new UsageError(words.noUrl)
  const address = siteAddress(url)
  if (!address) throw new UsageError(words.badUrl(url))
  if (!key || !token) throw new UsageError(words.noKeys)
  return { url: address, key: key.trim(), token: token.trim() }
}

/** The catalogs of a path as the site takes it: three levels at most. */
export const catalogsIn = (path: string): string[] =>
  path
    .split('/')
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, 3)
