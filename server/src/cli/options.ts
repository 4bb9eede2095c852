import { parseArgs } from 'node:util'
import { readConfig } from '../runtime/config.ts'
import { misused, type World } from './command.ts'

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
