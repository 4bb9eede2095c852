import { inLanguage } from '@sheaf/contract/languages'
import { writeAudit } from '../auth/audit.ts'
import { openStore } from '../db/dialect.ts'
import { noticeSecurity } from '../notice/security.service.ts'
import { clockOf } from '../runtime/days.ts'
import { removeMethods } from '../second-step/second-step.store.ts'
import { mailAccount, mustBeAccount } from './account.ts'
import { type Command, configOf, exits, misused, readArguments, type Terminal } from './command.ts'
import { mustBeHere } from './data-dir.ts'
import { mustBeNewest } from './rows/tables.ts'

export const resetSecondStep: Command = {
  form: 'NAME',
  summary: { en: 'Takes the second step off an account, if no administrator can', zh: '解除账号的两步验证，用于没有管理员可以代为操作时' },
  help: {
    en: `NAME is a user name or an e-mail address. The authenticator app and the recovery codes of the account become invalid, and its devices
are no longer trusted; the server can keep running. Password and sessions stay. A notice informs the person. If the site requires a
second step, the next sign-in leads to its setup.`,
    zh: `NAME 为用户名或邮箱。该账号的验证器与恢复码随之失效，所有设备不再受信任；无需停止服务。密码与登录会话保持不变，
该账号会收到通知。如果站点要求两步验证，下次登录时会引导重新设置。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const { word } = readArguments(args, {})
  if (!word) throw misused('Say which account: sheaf reset-second-step NAME', '请指定账号：sheaf reset-second-step 用户名')
  const config = configOf(world)
  const store = openStore(mustBeHere(config))
  try {
    await mustBeNewest(store)
    const user = await mustBeAccount(store, word)
    const now = clockOf(config)
    const done = await store.write(async (trx) => {
      if (!(await removeMethods(trx, user.uid))) return false
      const by = { uid: null, username: 'sheaf reset-second-step' }
      await writeAudit(trx, { user: null, address: '', now }, 'secondStepRemoved', { subject: user.username, by })
      await noticeSecurity(trx, user.uid, 'secondStepTaken', {}, now(), { uid: null, username: '', name: '' })
      return true
    })
    world.err(`${inLanguage(done ? doneText(user.username) : noneText(user.username), world.language)}\n`)
    if (done) await mailAccount(world, { config, store }, user.uid, 'secondStepTaken')
    return exits.done
  } finally {
    await store.close()
  }
}

const doneText = (name: string) => ({
  en: `${name} signs in without a second step now.`,
  zh: `${name} 今后登录无需两步验证。`,
})
const noneText = (name: string) => ({
  en: `${name} has no second step; nothing was changed.`,
  zh: `${name} 未启用两步验证，未作改动。`,
})
