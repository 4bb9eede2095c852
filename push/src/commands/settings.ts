import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isLanguage, type Language } from '../lib/language.ts'
import { UsageError } from '../lib/usage-error.ts'
import { type SiteCredentials, siteAddress } from '../site/call.ts'
import { type SettingWords, settingWords } from './words.ts'

const commands = ['comments', 'database', 'openapi', 'check', 'examples'] as const
export type CommandName = (typeof commands)[number]

/** A map is an object of the settings file. */
type Kind = 'text' | 'list' | 'flag' | 'map'

interface Option {
  kind: Kind
  /** The environment variable for the same setting. */
  env?: string
  /** The commands with this option, if not all. */
  only?: readonly CommandName[]
}

/** The commands that write pages themselves. */
const pages = ['comments', 'database'] as const
/** The commands that a build runs for a commit. */
const builds = ['openapi', 'check'] as const
/** Those with results for other programs. */
const reporting = [...builds, 'examples'] as const

/** The commands that bring a source of an item up to date. */
const sources = ['openapi', 'database'] as const

const options = {
  url: { kind: 'text', env: 'SHEAF_URL' },
  key: { kind: 'text', env: 'SHEAF_KEY' },
  token: { kind: 'text', env: 'SHEAF_TOKEN' },
  catalog: { kind: 'text' },
  name: { kind: 'text', only: ['comments', 'database', 'openapi'] },
  title: { kind: 'text', only: sources },
  label: { kind: 'text', only: sources },
  from: { kind: 'text', only: ['database'] },
  instance: { kind: 'text', only: ['database'] },
  'min-coverage': { kind: 'text', only: sources },
  renames: { kind: 'map', only: ['database'] },
  ref: { kind: 'text', only: reporting },
  root: { kind: 'text', only: builds },
  check: { kind: 'flag', only: sources },
  'fail-on': { kind: 'text', only: ['openapi', 'database', 'check'] },
  junit: { kind: 'text', only: reporting },
  sarif: { kind: 'text', only: reporting },
  repo: { kind: 'text', only: ['check'] },
  urls: { kind: 'flag', only: ['check'] },
  env: { kind: 'text', only: ['examples'] },
  unsafe: { kind: 'flag', only: ['examples'] },
  force: { kind: 'flag', only: sources },
  schema: { kind: 'list', only: ['database'] },
  include: { kind: 'list', only: pages },
  exclude: { kind: 'list', only: pages },
  encoding: { kind: 'text', only: ['comments'] },
  'max-size': { kind: 'text', only: ['comments'] },
  language: { kind: 'text' },
  'delete-orphans': { kind: 'flag', only: pages },
  'dry-run': { kind: 'flag' },
  full: { kind: 'flag', only: pages },
  strict: { kind: 'flag' },
  json: { kind: 'flag' },
  quiet: { kind: 'flag' },
  config: { kind: 'text' },
  help: { kind: 'flag' },
  version: { kind: 'flag' },
} as const satisfies Record<string, Option>

type OptionName = keyof typeof options
export type OptionValues = {
  [Name in OptionName]?: (typeof options)[Name]['kind'] extends 'text'
    ? string
    : (typeof options)[Name]['kind'] extends 'list'
      ? string[]
      : (typeof options)[Name]['kind'] extends 'map'
        ? Record<string, string>
        : boolean
}

const names = Object.keys(options) as OptionName[]
const optionOf = (name: OptionName): Option => options[name]
const parts = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The parsed command line: values of options, and positional arguments. Throws a UsageError for a wrong option. */
export function readArguments(argv: string[], language: Language): { words: string[]; values: OptionValues } {
  const texts = settingWords(language)
  const config = Object.fromEntries(
    names.flatMap((name) => {
      const { kind } = optionOf(name)
      if (kind === 'map') return []
      return [[name, { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'list' } as const]]
    }),
  )
  // Strict parsing would throw texts of Node, which are in English.
  const { values, positionals, tokens } = parseArgs({ args: argv, options: config, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(config, name) ? config[name] : undefined
    if (!option) throw new UsageError(texts.unknownOption(rawName))
    if (option.type === 'boolean' && value !== undefined) throw new UsageError(texts.withoutValue(rawName))
    // A value that begins with a hyphen can be another option.
    if (option.type === 'string' && (value === undefined || (!inlineValue && /^-./.test(value))))
      throw new UsageError(texts.needsValue(rawName))
  }
  const parsed = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(String).flatMap(parts) : value])
  return { words: positionals, values: Object.fromEntries(parsed) as OptionValues }
}

const isNames = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((one) => typeof one === 'string')

const CONFIG_FILE = 'sheaf-push.json'
const isCommand = (name: string) => commands.some((command) => command === name)

/** Options of the settings file: common options at the top level, options of a command under its name. */
function readConfigFile(folder: string, givenPath: string | undefined, command: CommandName, words: SettingWords): OptionValues {
  const path = resolve(folder, givenPath ?? CONFIG_FILE)
  if (!existsSync(path)) {
    if (givenPath) throw new UsageError(words.noFile(path))
    return {}
  }
  const fail = (reason: string) => new UsageError(words.badFile(path, reason))
  const valuesOf = (section: unknown): OptionValues => {
    if (section === undefined) return {}
    if (typeof section !== 'object' || section === null || Array.isArray(section)) throw fail(words.notJson)
    const entries = Object.entries(section).filter(([name]) => !isCommand(name))
    return Object.fromEntries(entries.map(([name, value]) => [name, readValue(name, value)]))
  }
  const readValue = (name: string, value: unknown) => {
    if (!names.includes(name as OptionName) || name === 'config') throw fail(words.unknownInFile(name))
    const { kind } = optionOf(name as OptionName)
    if (kind === 'flag' && typeof value === 'boolean') return value
    if (kind === 'list' && Array.isArray(value)) return value.map(String)
    if (kind === 'map' && isNames(value)) return value
    if (kind !== 'flag' && kind !== 'map' && (typeof value === 'string' || typeof value === 'number'))
      return kind === 'list' ? parts(String(value)) : String(value)
    throw fail(words.wrongInFile(name))
  }
  let file: Record<string, unknown>
  try {
    file = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw fail(words.notJson)
  }
  return { ...valuesOf(file), ...valuesOf(file[command]) }
}

export type Environment = Record<string, string | undefined>

export interface Settings {
  site: SiteCredentials
  values: OptionValues
  /** Language of the pages, if the user chose one. */
  chosen: Language | undefined
}

/** The command line takes precedence over the environment, and the environment over the file. */
export function settingsOf(command: CommandName, given: OptionValues, env: Environment, folder: string, language: Language): Settings {
  const words = settingWords(language)
  for (const name of Object.keys(given) as OptionName[]) {
    const { only } = optionOf(name)
    if (only && !only.includes(command)) throw new UsageError(words.notForCommand(name, command))
  }
  const fromEnvironment = names.flatMap((name) => {
    const value = env[optionOf(name).env ?? '']
    return value ? [[name, value]] : []
  })
  const values: OptionValues = { ...readConfigFile(folder, given.config, command, words), ...Object.fromEntries(fromEnvironment), ...given }
  const chosen = values.language
  if (chosen !== undefined && !isLanguage(chosen)) throw new UsageError(words.badLanguage(chosen))
  return { site: siteOf(values, words), values, chosen }
}

function siteOf({ url, key, token }: OptionValues, words: SettingWords): SiteCredentials {
  if (!url) throw new UsageError(words.noUrl)
  const address = siteAddress(url)
  if (!address) throw new UsageError(words.badUrl(url))
  if (!key || !token) throw new UsageError(words.noKeys)
  return { url: address, key: key.trim(), token: token.trim() }
}

/** The catalogs of a path, at most three levels as on the site. */
export const catalogsIn = (path: string): string[] =>
  path
    .split('/')
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, 3)
