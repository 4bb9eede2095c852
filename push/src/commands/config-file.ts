import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../lib/usage-error.ts'
import { type CommandName, names, type OptionName, optionOf, parts, type Values } from './options.ts'
import type { SettingWords } from './settings.words.ts'

const CONFIG_FILE = 'sheaf-push.json'
const commands: string[] = ['comments', 'database'] satisfies CommandName[]

/** Options written down: those of all commands at the top, those of one below its name. */
export function readConfigFile(folder: string, named: string | undefined, command: CommandName, words: SettingWords): Values {
  const path = resolve(folder, named ?? CONFIG_FILE)
  if (!existsSync(path)) {
    if (named) throw new UsageError(words.noFile(path))
    return {}
  }
  const fail = (why: string) => new UsageError(words.badFile(path, why))
  const valuesOf = (section: unknown): Values => {
    if (section === undefined) return {}
    if (typeof section !== 'object' || section === null || Array.isArray(section)) throw fail(words.notJson)
    const entries = Object.entries(section).filter(([name]) => !commands.includes(name))
    return Object.fromEntries(entries.map(([name, value]) => [name, read(name, value)]))
  }
  const read = (name: string, value: unknown) => {
    if (!names.includes(name as OptionName) || name === 'config') throw fail(words.unknownInFile(name))
    const { kind } = optionOf(name as OptionName)
    if (kind === 'flag' && typeof value === 'boolean') return value
    if (kind === 'list' && Array.isArray(value)) return value.map(String)
    if (kind !== 'flag' && (typeof value === 'string' || typeof value === 'number'))
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
