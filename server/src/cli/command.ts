import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Language } from '@sheaf/contract'
import { type InLanguages, languageIn } from '@sheaf/contract/languages'
import { readConfig } from '../runtime/config.ts'

/** A text for the operator in each language. */
export type Bilingual = InLanguages<string>

/** The language of the terminal; the variables have the precedence that POSIX defines. */
export const languageOf = (env: Record<string, string | undefined>): Language =>
  languageIn(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '')

/** The terminal and environment that a command runs in. */
export interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
  /** The destination of an archive that goes to the standard output. */
  bytes: Writable
  /** Whether a progress line can be overwritten. */
  isTerminal: boolean
  /** Reads one line without echo; undefined where there is no input. */
  prompt: (prompt: string) => Promise<string | undefined>
  env: Record<string, string | undefined>
  language: Language
}

export interface Command {
  /** The arguments after the command name, for the usage line. */
  form: string
  /** One line, for the list of commands. */
  summary: Bilingual
  /** The text of `--help` below the usage line. */
  help: Bilingual
  run: (args: string[], world: Terminal) => Promise<number>
}

export const exits = {
  done: 0,
  /** The command failed, or a check found a problem. */
  failed: 1,
  /** The arguments are invalid. */
  usage: 2,
}

/** Ends a command with one clear line for the operator. */
export class Stop extends Error {
  readonly texts: Bilingual
  readonly exit: number
  constructor(en: string, zh: string, exit = exits.failed) {
    super(en)
    this.texts = { en, zh }
    this.exit = exit
  }
}

export const misused = (en: string, zh: string) => new Stop(en, zh, exits.usage)

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** Parses the arguments after the command name; at most one positional argument, because no command takes more. */
export function readArguments<O extends Options>(args: string[], options: O) {
  mustBeOptions(args, options)
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
  if (positionals.length > 1) throw misused(`There is one word too many: ${positionals[1]}`, `多出了一个参数：${positionals[1]}`)
  return { values, word: positionals[0] }
}

/** Refuses wrong options in the language of the operator: strict parsing would throw texts of Node, which are in English. */
function mustBeOptions(args: string[], options: Options) {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined
    if (!type) throw misused(`There is no option ${rawName}. --help lists the options.`, `没有选项 ${rawName}，可用 --help 查看用法。`)
    if (type === 'boolean' && value !== undefined) throw misused(`${rawName} has no value.`, `${rawName} 不带值。`)
    // A value that begins with a hyphen can be another option.
    if (type === 'string' && (value === undefined || (!inlineValue && /^-./.test(value))))
      throw misused(
        `${rawName} needs a value. A value that begins with a hyphen is written ${rawName}=-x.`,
        `${rawName} 后面须有值。以连字符开头的值请写成 ${rawName}=-x。`,
      )
  }
}

/** The settings of the server that a command works on. */
export const configOf = ({ env }: Pick<Terminal, 'env'>) => readConfig(env)

const LOG_INTERVAL_MS = 5000
const TERMINAL_INTERVAL_MS = 100

/** Shows progress: on one line that is overwritten in a terminal, otherwise as a line every few seconds for logs. */
export function progressOn({ err, isTerminal }: Pick<Terminal, 'err' | 'isTerminal'>, now = Date.now) {
  let shownAt = isTerminal ? 0 : now()
  return {
    show(text: string) {
      if (now() - shownAt < (isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return
      shownAt = now()
      err(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
    },
    end() {
      if (isTerminal) err('\r\x1b[K')
    },
  }
}
