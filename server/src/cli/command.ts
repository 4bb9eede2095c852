import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Language } from '@sheaf/contract'
import { readConfig } from '../runtime/config.ts'

/** What is said to the operator, side by side. */
export type Bilingual = Record<Language, string>

/** The language of the terminal, asked in the order POSIX gives. */
export const languageOf = (env: Record<string, string | undefined>): Language =>
  (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').toLowerCase().startsWith('zh') ? 'zh' : 'en'

/** What a command knows of the terminal it runs in. */
export interface World {
  out: (text: string) => void
  err: (text: string) => void
  /** Where a command writes a file to when it is asked to write it to the standard output. */
  bytes: Writable
  /** A line may be written over. */
  isTerminal: boolean
  /** One line typed without being shown; undefined where nobody can type. */
  ask: (prompt: string) => Promise<string | undefined>
  env: Record<string, string | undefined>
  language: Language
}

export interface Command {
  /** What comes after the name. */
  form: string
  /** One line, for the list of commands. */
  summary: Bilingual
  /** What `--help` says besides. */
  help: Bilingual
  run: (args: string[], world: World) => Promise<number>
}

export const exits = {
  done: 0,
  /** It was tried and did not work, or a check says no. */
  failed: 1,
  /** What was typed cannot be meant. */
  usage: 2,
}

/** Ends a command with one clear line for the operator. */
export class Stop extends Error {
  readonly said: Bilingual
  readonly exit: number
  constructor(en: string, zh: string, exit = exits.failed) {
    super(en)
    this.said = { en, zh }
    this.exit = exit
  }
}

export const misused = (en: string, zh: string) => new Stop(en, zh, exits.usage)

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** What was typed after the name of a command; one word at most, because no command takes more. */
export function readArguments<O extends Options>(args: string[], options: O) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    if (positionals.length > 1) throw misused(`There is one word too many: ${positionals[1]}`, `多出了一个参数：${positionals[1]}`)
    return { values, word: positionals[0] }
  } catch (error) {
    if (error instanceof TypeError) throw misused(error.message, `无法识别的选项：${error.message}`)
    throw error
  }
}

/** The settings of the server that these commands are for. */
export const configOf = ({ env }: Pick<World, 'env'>) => readConfig(env)

const LOG_INTERVAL_MS = 5000
const TERMINAL_INTERVAL_MS = 100

/** Tells how far it is: over and over on one line of a terminal, else a line now and then for logs. */
export function progressOn({ err, isTerminal }: Pick<World, 'err' | 'isTerminal'>, now = Date.now) {
  let told = isTerminal ? 0 : now()
  return {
    show(text: string) {
      if (now() - told < (isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return
      told = now()
      err(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
    },
    end() {
      if (isTerminal) err('\r\x1b[K')
    },
  }
}
