import { parseArgs } from 'node:util'
import { UsageError } from '../lib/usage-error.ts'

export type CommandName = 'comments' | 'database'

type Kind = 'text' | 'list' | 'flag'

interface Option {
  kind: Kind
  /** The environment variable that says the same. */
  env?: string
  /** Only this command has it. */
  only?: CommandName
}

const options = {
  url: { kind: 'text', env: 'SHEAF_URL' },
  key: { kind: 'text', env: 'SHEAF_KEY' },
  token: { kind: 'text', env: 'SHEAF_TOKEN' },
  catalog: { kind: 'text' },
  name: { kind: 'text', only: 'comments' },
  schema: { kind: 'list', only: 'database' },
  include: { kind: 'list' },
  exclude: { kind: 'list' },
  encoding: { kind: 'text', only: 'comments' },
  'max-size': { kind: 'text', only: 'comments' },
  language: { kind: 'text' },
  'delete-orphans': { kind: 'flag' },
  'dry-run': { kind: 'flag' },
  full: { kind: 'flag' },
  strict: { kind: 'flag' },
  json: { kind: 'flag' },
  quiet: { kind: 'flag' },
  config: { kind: 'text' },
  help: { kind: 'flag' },
  version: { kind: 'flag' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options
export type Values = {
  [Name in OptionName]?: (typeof options)[Name]['kind'] extends 'text'
    ? string
    : (typeof options)[Name]['kind'] extends 'list'
      ? string[]
      : boolean
}

export const names = Object.keys(options) as OptionName[]
export const optionOf = (name: OptionName): Option => options[name]
export const parts = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** What was typed: values of options, and the words that are none. */
export function readArguments(argv: string[]): { words: string[]; values: Values } {
  const config = Object.fromEntries(
    names.map((name) => {
      const { kind } = optionOf(name)
      return [name, { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'list' } as const]
    }),
  )
  try {
    const { values, positionals } = parseArgs({ args: argv, options: config, allowPositionals: true })
    const read = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(String).flatMap(parts) : value])
    return { words: positionals, values: Object.fromEntries(read) as Values }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
