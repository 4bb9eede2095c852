import { randomInt } from 'node:crypto'
import { errorMessage, Refusal } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import { setPasswordOf } from '../admin/admin.password.service.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import { openStore } from '../db/dialect.ts'
import { clockOf } from '../runtime/days.ts'
import { mailAccount, mustBeAccount } from './account.ts'
import { type Command, configOf, exits, misused, readArguments, Stop, type Terminal } from './command.ts'
import { mustBeHere } from './data-dir.ts'
import { mustBeNewest } from './rows/tables.ts'

export const resetPassword: Command = {
  form: 'NAME [--type]',
  summary: { en: 'Gives an account a new password and signs it out everywhere', zh: '重设账号密码，并让其在所有设备上退出登录' },
  help: {
    en: `NAME is a user name or an e-mail address. The new password is generated and printed once; the server can keep running. Tokens and connected programs of the account are revoked, and a notice names them.

  --type   type the password yourself; it is not shown. From a pipe, its first line is taken.`,
    zh: `NAME 为用户名或邮箱。默认随机生成新密码，只显示一次；无需停止服务。该账号的令牌与已连接的程序随之撤销，并会收到通知。

  --type   自行输入密码，不会显示在屏幕上；来自管道时取第一行。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const { values, word } = readArguments(args, { type: { type: 'boolean' } })
  if (!word) throw misused('Say whose: sheaf reset-password NAME', '请指定账号：sheaf reset-password 用户名')
  const config = configOf(world)
  const store = openStore(mustBeHere(config))
  try {
    await mustBeNewest(store)
    const user = await mustBeAccount(store, word)
    const password = values.type ? await typed(world) : randomPassword()
    const password_hash = await hashPassword(password)
    const now = clockOf(config)
    const setter = { user: null, address: '', now, command: 'sheaf reset-password' }
    const ended = await store.write((trx) => setPasswordOf(trx, user, password_hash, setter))
    world.err(`${inLanguage(summaryText(user.username, ended, user.is_disabled === 1), world.language)}\n`)
    if (!values.type) world.out(`${password}\n`)
    await mailAccount(world, { config, store }, user.uid, 'passwordReplaced')
    return exits.done
  } finally {
    await store.close()
  }
}

async function typed({ prompt, language }: Terminal): Promise<string> {
  const password = await prompt(inLanguage({ en: 'New password: ', zh: '新密码：' }, language))
  if (!password) throw new Stop('No password was typed; nothing was changed.', '没有输入密码，未作改动。')
  try {
    mustBeGoodPassword(password)
  } catch (error) {
    if (error instanceof Refusal) throw new Stop(errorMessage(error.error, 'en', error.fill), errorMessage(error.error, 'zh', error.fill))
    throw error
  }
  return password
}

/** Without characters that look alike; a password has more than 90 bits. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const randomPassword = () =>
  Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')).join('-')

function summaryText(name: string, ended: number, isDisabled: boolean) {
  return {
    en: `${name} has a new password; ${ended} sessions were ended.${isDisabled ? ' The account is disabled, though.' : ''}`,
    zh: `${name} 的密码已重设，${ended} 个会话已结束。${isDisabled ? '注意：该账号处于停用状态。' : ''}`,
  }
}
