import type { Language } from '@sheaf/contract'
import type { Ctx } from '../context.ts'
import { sendMail } from '../runtime/mail.ts'

interface Letter {
  username: string
  link: string
}

const letters: Record<'verify' | 'reset', Record<Language, { subject: string; text: (letter: Letter) => string }>> = {
  verify: {
    en: {
      subject: 'Confirm your e-mail address',
      text: ({ username, link }) =>
        `Hello ${username},\n\nopen this link to confirm that this address is yours:\n\n${link}\n\nThe link works for one day. If you did not ask for it, ignore this mail.\n`,
    },
    zh: {
      subject: '请验证您的邮箱',
      text: ({ username, link }) =>
        `${username}，您好：\n\n请打开以下链接，确认这是您的邮箱：\n\n${link}\n\n链接在一天内有效。如非本人操作，请忽略此邮件。\n`,
    },
  },
  reset: {
    en: {
      subject: 'Choose a new password',
      text: ({ username, link }) =>
        `Hello ${username},\n\nyou can choose a new password here:\n\n${link}\n\nThe link works once, within one hour. If you did not ask for it, ignore this mail: your password stays as it is.\n`,
    },
    zh: {
      subject: '重置密码',
      text: ({ username, link }) =>
        `${username}，您好：\n\n请打开以下链接设置新密码：\n\n${link}\n\n链接仅可使用一次，一小时内有效。如非本人操作，请忽略此邮件，密码不会改变。\n`,
    },
  },
}

export function sendLetter(ctx: Ctx, kind: keyof typeof letters, to: { email: string; username: string }, path: string) {
  const { subject, text } = letters[kind][ctx.language]
  // The link comes from the settings, never from the request, whose Host header anybody can write (S14).
  return sendMail(ctx, { to: to.email, subject, text: text({ username: to.username, link: `${ctx.config.PUBLIC_URL}${path}` }) })
}
