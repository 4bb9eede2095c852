import { errorMessage, type Language } from '@sheaf/contract'
import { randomHex } from '../../auth/secrets.ts'
import { sendMail } from '../../runtime/mail.ts'
import { StoreProblem } from '../../storage/problem.ts'
import type { Stores } from '../../storage/storage.ts'
import { bad, type CheckTarget, type Finding, good } from './finding.ts'

const reason = (error: unknown) => (error as Error).message.split('\n')[0]

/** Sends one letter; only the mail server can say whether it takes letters of ours. */
export async function checkMail({ config }: Pick<CheckTarget, 'config'>, to: string): Promise<Finding> {
  try {
    await sendMail({ config }, { to, subject: 'Sheaf 简册', text: 'This server can send mail.\n本服务器可以发送邮件。\n' })
    return good(`The mail server took a letter to ${to}.`, `邮件服务器已接收发往 ${to} 的邮件。`)
  } catch (error) {
    return bad(
      { en: `Mail cannot be sent: ${reason(error)}`, zh: `无法发送邮件：${reason(error)}` },
      {
        en: 'Check SMTP_URL; @ and : in user name and password are written %40 and %3A.',
        zh: '请检查 SMTP_URL；用户名与密码中的 @ 与 : 要写成 %40 与 %3A。',
      },
    )
  }
}

const reasonIn = (error: unknown, language: Language) =>
  error instanceof StoreProblem ? errorMessage(error.reason, language, error.about) : reason(error)

export const storeTrouble = (error: unknown): Finding =>
  bad(
    { en: `The store does not work: ${reasonIn(error, 'en')}`, zh: `存储不可用：${reasonIn(error, 'zh')}` },
    { en: 'Check the settings under Administration, Site settings.', zh: '请检查后台管理“站点设置”中的存储设置。' },
  )

/** Puts a small file into the store that uploads go to, reads it and takes it away. */
export async function checkStore(stores: Stores): Promise<Finding> {
  const name = `${randomHex(1)}/${randomHex(20)}`
  try {
    const files = await stores.home()
    await files.put(name, Buffer.from('sheaf'))
    const size = await files.size(name)
    await files.remove(name)
    if (size !== 5) throw new Error(`it holds ${size} bytes instead of 5`)
    return good(`The store (${files.kind}) keeps files.`, `存储（${files.kind}）可以保存文件。`)
  } catch (error) {
    return storeTrouble(error)
  }
}
