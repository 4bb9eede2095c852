import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'
import { Stop } from './command.ts'

export const fileIn = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'sheaf.db')

/** Where the server of these settings has its database. */
export const addressOf = (config: Config) => config.DATABASE_URL ?? fileIn(config)

/** A command never makes a database where somebody has mistyped a folder. */
export function mustBeHere(config: Config) {
  if (config.DATABASE_URL || existsSync(fileIn(config))) return addressOf(config)
  throw new Stop(
    `There is no database in ${config.DATA_DIR}. Set DATA_DIR (or DATABASE_URL) as the server has it.`,
    `${config.DATA_DIR} 中没有数据库。请按服务端的设置指定 DATA_DIR（或 DATABASE_URL）。`,
  )
}

/** What the administrator of the machine writes here the server could not read. */
export function mustBeOwner({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) {
  const { uid } = statSync(DATA_DIR)
  if (process.getuid?.() === 0 && uid !== 0)
    throw new Stop(`Run this as the user of the server: sudo -u '#${uid}' …`, `请以服务端所用的用户执行：sudo -u '#${uid}' …`)
}

/** An address that may be shown. */
export function shown(address: string) {
  if (!URL.canParse(address) || !/^postgres/.test(address)) return address
  const url = new URL(address)
  if (url.password) url.password = '****'
  return url.href
}
