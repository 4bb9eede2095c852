import type { InLanguages } from '@sheaf/contract/languages'

/** What a notice about the safety of an account says; the mail about it has the same words. */
export interface SecurityAbout {
  /** Browser and system of a sign-in, and its address. */
  agent?: string
  address?: string
  /** When it happened, in Unix seconds. */
  at?: number
  /** The same in words: written when it is read, or when the notice was made by an older version. */
  time?: string
  /** The mail address after a change. */
  email?: string
  /** The name of a passkey. */
  passkey?: string
  /** Unused recovery codes. */
  left?: number
  minutes?: number
  /** The administrator who acted; "" for the operator of the server. */
  by?: string
}

interface Words {
  title: string
  text: (about: SecurityAbout) => string
}

/** Unused recovery codes from which the notice asks for new ones. */
const FEW_CODES = 3

const administrator = {
  en: (by = '') => (by ? `${by}, an administrator,` : 'The operator of this server'),
  zh: (by = '') => (by ? `管理员 ${by} ` : '服务器运维人员'),
}
const place = {
  en: ({ agent, address }: SecurityAbout) => [agent || 'unknown program', address].filter(Boolean).join(', '),
  zh: ({ agent, address }: SecurityAbout) => [agent?.replace(', ', ' · ') || '未知程序', address].filter(Boolean).join('，'),
}
const notYou = {
  en: 'If this was not you, end the session and change your password.',
  zh: '如非本人操作，请结束该会话并修改密码。',
}

/** The kinds of the group "security". They are always in the list of the person, and always sent by mail where that is possible. */
export const securityKinds = {
  newBrowser: {
    en: {
      title: 'A sign-in from a new browser',
      text: (about) => `Your account was used in a new browser: ${place.en(about)}, ${about.time}. ${notYou.en}`,
    },
    zh: {
      title: '新浏览器登录',
      text: (about) => `您的账号在新的浏览器中登录：${place.zh(about)}，${about.time}。${notYou.zh}`,
    },
  },
  secondStepAdded: {
    en: { title: 'Second step switched on', text: () => `Signing in to your account now needs a code of your app. ${notYou.en}` },
    zh: { title: '两步验证已启用', text: () => `今后登录您的账号需要输入验证器中的验证码。${notYou.zh}` },
  },
  passkeyAdded: {
    en: {
      title: 'A passkey was added',
      text: ({ passkey }) =>
        `The passkey “${passkey}” was added to your account. If this was not you, remove it, end the session and change your password.`,
    },
    zh: {
      title: '已添加通行密钥',
      text: ({ passkey }) => `您的账号已添加通行密钥“${passkey}”。如非本人操作，请移除它、结束该会话并修改密码。`,
    },
  },
  passkeyEnded: {
    en: {
      title: 'A passkey was removed',
      text: ({ passkey }) => `The passkey “${passkey}” no longer signs in to your account. ${notYou.en}`,
    },
    zh: { title: '通行密钥已移除', text: ({ passkey }) => `通行密钥“${passkey}”已不能用于登录您的账号。${notYou.zh}` },
  },
  passkeyCopied: {
    en: {
      title: 'A passkey was refused',
      text: ({ passkey, ...about }) =>
        `The passkey “${passkey}” counted its uses backwards, as a copy of it would (${place.en(about)}). It was refused. Remove it under Personal settings, Security, and add another one.`,
    },
    zh: {
      title: '通行密钥已被拒绝',
      text: ({ passkey, ...about }) =>
        `通行密钥“${passkey}”的使用计数出现倒退，可能已被复制（${place.zh(about)}），本次使用已被拒绝。请在“个人设置 › 安全”中移除它并重新添加。`,
    },
  },
  appEnded: {
    en: {
      title: 'Authenticator app removed',
      text: () => `Signing in to your account needs a passkey or a recovery code now. ${notYou.en}`,
    },
    zh: { title: '验证器已移除', text: () => `今后登录您的账号需使用通行密钥或恢复码。${notYou.zh}` },
  },
  secondStepReplaced: {
    en: { title: 'Authenticator app replaced', text: () => `The codes of your previous app no longer work. ${notYou.en}` },
    zh: { title: '验证器已更换', text: () => `原验证器的验证码已失效。${notYou.zh}` },
  },
  secondStepEnded: {
    en: { title: 'Second step switched off', text: () => `Signing in to your account needs only the password now. ${notYou.en}` },
    zh: { title: '两步验证已停用', text: () => `今后登录您的账号只需输入密码。${notYou.zh}` },
  },
  secondStepTaken: {
    en: {
      title: 'Your second step was removed',
      text: ({ by }) =>
        `${administrator.en(by)} removed the second step of your account. Signing in needs only the password now. Set it up again under Personal settings, Security.`,
    },
    zh: {
      title: '您的两步验证已被解除',
      text: ({ by }) => `${administrator.zh(by)}解除了您账号的两步验证，今后登录只需输入密码。可在“个人设置 › 安全”中重新启用。`,
    },
  },
  secondStepStopped: {
    en: {
      title: 'Many wrong codes',
      text: ({ minutes }) =>
        `A person who knows your password entered many wrong codes. Codes are not accepted for ${minutes} minutes. If this was not you, change your password.`,
    },
    zh: {
      title: '验证码多次输入错误',
      text: ({ minutes }) => `有人使用您的密码登录，并多次输入错误的验证码。${minutes} 分钟内不再接受验证码。如非本人操作，请修改密码。`,
    },
  },
  recoveryCodeUsed: {
    en: {
      title: 'A recovery code was used',
      text: ({ left = 0, ...about }) =>
        `A recovery code of your account was used: ${place.en(about)}. ${left === 1 ? '1 code is' : `${left} codes are`} left.${left <= FEW_CODES ? ' Make new ones under Personal settings, Security.' : ''} ${notYou.en}`,
    },
    zh: {
      title: '已使用恢复码',
      text: ({ left = 0, ...about }) =>
        `您的账号使用了一个恢复码：${place.zh(about)}。剩余 ${left} 个。${left <= FEW_CODES ? '请在“个人设置 › 安全”中重新生成。' : ''}${notYou.zh}`,
    },
  },
  recoveryCodesMade: {
    en: {
      title: 'New recovery codes',
      text: () => `New recovery codes were made for your account; the previous ones no longer work. ${notYou.en}`,
    },
    zh: { title: '恢复码已重新生成', text: () => `您的账号已生成新的恢复码，原有恢复码全部失效。${notYou.zh}` },
  },
  passwordChanged: {
    en: {
      title: 'Your password was changed',
      text: () => 'The password of your account was changed. If this was not you, ask an administrator of this site for help at once.',
    },
    zh: { title: '您的密码已修改', text: () => '您账号的密码已修改。如非本人操作，请立即联系本站管理员。' },
  },
  passwordReplaced: {
    en: { title: 'Your password was replaced', text: ({ by }) => `${administrator.en(by)} set a new password for your account.` },
    zh: { title: '您的密码已被重设', text: ({ by }) => `${administrator.zh(by)}为您的账号设置了新密码。` },
  },
  emailChanged: {
    en: {
      title: 'Your mail address was changed',
      text: ({ email }) =>
        `The mail address of your account is ${email} now. If this was not you, ask an administrator of this site for help at once.`,
    },
    zh: { title: '您的邮箱已修改', text: ({ email }) => `您账号的邮箱已改为 ${email}。如非本人操作，请立即联系本站管理员。` },
  },
  emailReplaced: {
    en: {
      title: 'Your mail address was changed by an administrator',
      text: ({ email, by }) =>
        email
          ? `${administrator.en(by)} entered ${email} as the mail address of your account. If this address is not yours, ask for another one.`
          : `${administrator.en(by)} removed the mail address of your account.`,
    },
    zh: {
      title: '管理员修改了您的邮箱',
      text: ({ email, by }) =>
        email
          ? `${administrator.zh(by)}将您账号的邮箱设为 ${email}。如这不是您的邮箱，请联系管理员更正。`
          : `${administrator.zh(by)}移除了您账号的邮箱。`,
    },
  },
  sessionsEnded: {
    en: { title: 'Your sessions were ended', text: ({ by }) => `${administrator.en(by)} signed you out everywhere.` },
    zh: { title: '您的登录会话已被结束', text: ({ by }) => `${administrator.zh(by)}让您在所有设备上退出了登录。` },
  },
  siteRestored: {
    en: {
      title: 'This site was restored from a backup',
      text: ({ time }) =>
        `The state of ${time} was restored, so everyone was signed out and devices are no longer trusted. What was saved after that time is missing. If you used a recovery code or removed a passkey since then, make new codes and remove it again.`,
    },
    zh: {
      title: '站点已从备份恢复',
      text: ({ time }) =>
        `站点已恢复到 ${time} 的状态，因此所有人都已退出登录，设备不再受信任，此后保存的内容不在其中。如此后使用过恢复码或移除过通行密钥，请重新生成或再次移除。`,
    },
  },
} satisfies Record<string, InLanguages<Words>>

export type SecurityKind = keyof typeof securityKinds
