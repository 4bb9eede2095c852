import { inLanguage } from '@sheaf/contract/languages'
import { version } from '../runtime/config.ts'
import { isFull } from '../storage/disk.ts'
import { backup } from './backup.ts'
import { type Bilingual, type Command, exits, misused, Stop, type Terminal } from './command.ts'
import { doctor } from './doctor.ts'
import { moveDatabase } from './move/database.ts'
import { moveFiles } from './move/files.ts'
import { resetPassword } from './reset-password.ts'
import { resetSecondStep } from './reset-second-step.ts'
import { restore } from './restore.ts'
import { exportShowdoc } from './showdoc/export.ts'
import { importShowdoc, verifyShowdoc } from './showdoc/import.ts'
import { newSite } from './start-anew.ts'

/** Every command by its name, in the order in which help lists them. */
const commands: Record<string, Command> = {
  backup,
  restore,
  doctor,
  'start-anew': newSite,
  'reset-password': resetPassword,
  'reset-second-step': resetSecondStep,
  'move-database': moveDatabase,
  'move-files': moveFiles,
  'import-showdoc': importShowdoc,
  'verify-showdoc': verifyShowdoc,
  'export-showdoc': exportShowdoc,
}

const intro: Bilingual = {
  en: `Commands of the Sheaf server. They read the same settings as the server (DATA_DIR, DATABASE_URL …).\n`,
  zh: `Sheaf 简册服务端的命令行工具，读取与服务端相同的设置（DATA_DIR、DATABASE_URL 等）。\n`,
}
const usage: Bilingual = { en: 'Usage', zh: '用法' }
const more: Bilingual = { en: `sheaf COMMAND --help says more.`, zh: `sheaf 命令 --help 查看详细说明。` }

const full = (message: string): Bilingual => ({
  en: `A disk is full (${message}). Free some space where the command writes, and run it again.`,
  zh: `磁盘已满（${message}）。请在命令写入的位置腾出空间，然后重新运行。`,
})

/** Runs the program: maps the command-line arguments to an exit code. */
export async function run(argv: string[], world: Terminal): Promise<number> {
  try {
    return await work(argv, world)
  } catch (error) {
    const isExpected = error instanceof Stop
    const { code, message } = error as NodeJS.ErrnoException
    const texts = isExpected ? error.texts : isFull(code) ? full(message) : { en: message, zh: message }
    world.err(`${inLanguage(texts, world.language)}\n`)
    if (!isExpected && world.env['LOG_LEVEL'] === 'debug') world.err(`${(error as Error).stack}\n`)
    return isExpected ? error.exit : exits.failed
  }
}

async function work([name, ...args]: string[], world: Terminal): Promise<number> {
  if (name === '--version') {
    world.out(`${version}\n`)
    return exits.done
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    world.out(list(world))
    return name === undefined ? exits.usage : exits.done
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw misused(`There is no command ${name}. sheaf --help lists them.`, `没有名为 ${name} 的命令。sheaf --help 可查看全部命令。`)
  if (args.includes('--help') || args.includes('-h')) {
    world.out(
      `${inLanguage(usage, world.language)}: sheaf ${`${name} ${command.form}`.trim()}\n\n${inLanguage(command.help, world.language).trim()}\n`,
    )
    return exits.done
  }
  return command.run(args, world)
}

function list({ language }: Terminal) {
  const rows = Object.entries(commands).map(([name, { form, summary }]) => [`${name} ${form}`, inLanguage(summary, language)] as const)
  const width = Math.max(...rows.map(([left]) => left.length))
  return `${inLanguage(intro, language)}\n${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')}\n\n${inLanguage(more, language)}\n`
}
