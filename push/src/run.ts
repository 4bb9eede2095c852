import { setTimeout as wait } from 'node:timers/promises'
import { type Command, comments, database } from './commands/commands.ts'
import { exitOf, exits, progressOn, reportJson, reportText, type Terminal } from './commands/report.ts'
import { type CommandName, type Environment, readArguments, settingsOf } from './commands/settings.ts'
import { helpText, settingWords } from './commands/words.ts'
import { DatabaseUnavailable } from './database/read.ts'
import { type Language, languageOf } from './lib/language.ts'
import { UsageError } from './lib/usage-error.ts'
import { caller, Refused, SiteUnavailable } from './site/call.ts'
import { siteOf } from './site/site.ts'

/** Puts stars over these words in a text, also where they stand encoded in an address. */
export function hider(secrets: (string | undefined)[]): (text: string) => string {
  const words = secrets
    .flatMap((secret) => (secret ? [secret, encodeURIComponent(secret), safeDecode(secret)] : []))
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
  return (text) => words.reduce((hidden, word) => hidden.replaceAll(word, '***'), text)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const commands: Record<CommandName, Command> = { comments, database }
const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word)

export interface ProcessContext extends Terminal {
  env: Environment
  folder: string
  version: string
  wait?: (seconds: number) => Promise<unknown>
  fetch?: typeof fetch
}

/** The whole program: from what was typed to the number it ends with. */
export async function run(argv: string[], world: ProcessContext): Promise<number> {
  const language = languageOf(world.env)
  const known = [world.env['SHEAF_TOKEN'], passwordIn(world.env['SHEAF_DATABASE_URL']), ...argv.map(passwordIn)]
  const hide = hider([...known, ...argv.filter((_, at) => argv[at - 1] === '--token')])
  const terminal = { ...world, out: (text: string) => world.out(hide(text)), err: (text: string) => world.err(hide(text)) }
  try {
    return await work(argv, terminal, language)
  } catch (error) {
    const isExpected =
      error instanceof UsageError || error instanceof SiteUnavailable || error instanceof DatabaseUnavailable || error instanceof Refused
    terminal.err(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`)
    return error instanceof UsageError ? exits.usage : isExpected ? exits.noSite : exits.failed
  }
}

async function work(argv: string[], world: ProcessContext, language: Language): Promise<number> {
  const { words, values } = readArguments(argv)
  const [name, ...others] = words
  if (values.version || values.help || name === undefined) {
    world.out(values.version ? `${world.version}\n` : helpText(language))
    return values.version || values.help ? exits.done : exits.usage
  }
  if (!isCommand(name)) throw new UsageError(settingWords(language).unknownCommand(name))
  const settings = settingsOf(name, values, world.env, world.folder, language)
  const { progress, tell, close } = progressOn(world, settings.values.quiet)
  const pause = world.wait ?? ((seconds: number) => wait(seconds * 1000))
  const site = siteOf(caller(settings.site, { language, wait: pause, tell, ...(world.fetch ? { fetch: world.fetch } : {}) }))
  const { env, folder } = world
  const report = await commands[name]({ words: others, settings, site, env, folder, language, progress, tell }).finally(close)
  world.out(`${settings.values.json ? reportJson(report, settings.values) : reportText(report, settings.values, language)}\n`)
  return exitOf(report, settings.values)
}

function passwordIn(address: string | undefined): string | undefined {
  return address && URL.canParse(address) ? new URL(address).password : undefined
}
