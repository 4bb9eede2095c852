import { setTimeout as wait } from 'node:timers/promises'
import { check } from './commands/check.ts'
import type { Command } from './commands/command.ts'
import { comments, database } from './commands/commands.ts'
import { examples } from './commands/examples.ts'
import { openapi } from './commands/openapi.ts'
import { createProgress, exitCodes, type Terminal } from './commands/report.ts'
import { type CommandName, type Environment, readArguments, settingsOf } from './commands/settings.ts'
import { helpText, settingWords } from './commands/words.ts'
import { DatabaseUnavailable } from './database/read.ts'
import { type Language, languageOf } from './lib/language.ts'
import { UsageError } from './lib/usage-error.ts'
import { createCaller, Refused, SiteUnavailable } from './site/call.ts'
import { siteOf } from './site/site.ts'

/** Returns a function that replaces these secrets in a text with `***`, including in URL-encoded form. */
export function secretMasker(secrets: (string | undefined)[]): (text: string) => string {
  const forms = secrets
    .flatMap((secret) => (secret ? [secret, encodeURIComponent(secret), safeDecode(secret)] : []))
    // Masking of shorter secrets would make other output unreadable.
    .filter((form) => form.length >= 3)
    .sort((a, b) => b.length - a.length)
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, '***'), text)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const commands: Record<CommandName, Command> = { comments, database, openapi, check, examples }
const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word)

export interface ProcessContext extends Terminal {
  env: Environment
  folder: string
  version: string
  wait?: (seconds: number) => Promise<unknown>
  fetch?: typeof fetch
}

/** Runs the program with a command line. Returns the exit code. */
export async function run(argv: string[], context: ProcessContext): Promise<number> {
  const language = languageOf(context.env)
  const secrets = [context.env['SHEAF_TOKEN'], passwordIn(context.env['SHEAF_DATABASE_URL']), ...argv.map(passwordIn)]
  const tokens = argv.flatMap((word, at) => (argv[at - 1] === '--token' ? word : (/^--token=(.*)$/s.exec(word)?.[1] ?? [])))
  let hide = secretMasker([...secrets, ...tokens])
  /** Also masks the token of the settings file, once it has been read. */
  const addSecret = (secret: string) => {
    hide = secretMasker([...secrets, ...tokens, secret])
  }
  const terminal = { ...context, out: (text: string) => context.out(hide(text)), err: (text: string) => context.err(hide(text)) }
  try {
    return await execute(argv, terminal, language, addSecret)
  } catch (error) {
    const isExpected =
      error instanceof UsageError || error instanceof SiteUnavailable || error instanceof DatabaseUnavailable || error instanceof Refused
    terminal.err(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`)
    return error instanceof UsageError ? exitCodes.usage : isExpected ? exitCodes.noSite : exitCodes.failed
  }
}

async function execute(argv: string[], context: ProcessContext, language: Language, addSecret: (secret: string) => void): Promise<number> {
  const { words, values } = readArguments(argv, language)
  const [name, ...others] = words
  if (values.version || values.help || name === undefined) {
    context.out(values.version ? `${context.version}\n` : helpText(language))
    return values.version || values.help ? exitCodes.done : exitCodes.usage
  }
  if (!isCommand(name)) throw new UsageError(settingWords(language).unknownCommand(name))
  const settings = settingsOf(name, values, context.env, context.folder, language)
  addSecret(settings.site.token)
  const { progress, notify, close } = createProgress(context, settings.values.quiet)
  const pause = context.wait ?? ((seconds: number) => wait(seconds * 1000))
  const site = siteOf(createCaller(settings.site, { language, wait: pause, notify, ...(context.fetch ? { fetch: context.fetch } : {}) }))
  const { env, folder, version } = context
  const { text, json, code } = await commands[name]({
    words: others,
    settings,
    site,
    env,
    folder,
    language,
    version,
    progress,
    notify,
  }).finally(close)
  context.out(`${settings.values.json ? JSON.stringify(json, null, 2) : text}\n`)
  return code
}

function passwordIn(address: string | undefined): string | undefined {
  return address && URL.canParse(address) ? new URL(address).password : undefined
}
