import type { MoveWarning, SkipReason, UnsupportedReason } from '@sheaf/contract'
import { words } from '../../lib/words.ts'

type Reasons = Record<SkipReason, string>
type Cannots = Record<UnsupportedReason, string>
type Warnings = Record<MoveWarning, string>

export const leftWords = words<Reasons>({
  en: {
    orphan: 'belonging to what is gone',
    unknownHere: 'kept aside, Sheaf has nothing of the kind',
    columns: 'parts kept aside',
    transient: 'over by now',
    secret: 'secrets, to be entered again',
    twice: 'there twice',
    taken: 'taken here already',
    draft: 'unpublished drafts',
    ours: 'this site has its own',
    fileMissing: 'the file is not there',
    fileElsewhere: 'the file lies in a cloud store',
    quarantined: 'withheld',
  },
  zh: {
    orphan: '所属内容已不存在',
    unknownHere: '另行保存（简册没有对应的功能）',
    columns: '部分内容另行保存',
    transient: '已失效',
    secret: '密钥，需重新填写',
    twice: '重复',
    taken: '此处已被占用',
    draft: '未发布的草稿',
    ours: '沿用本站的设置',
    fileMissing: '文件不存在',
    fileElsewhere: '文件在云存储中',
    quarantined: '已隔离',
  },
})

export const cannotWords = words<Cannots>({
  en: {
    noName: 'no user name',
    noPassword: 'no password there either',
    outside: 'signs in through a directory or a provider',
    unknownForm: 'a password of an unknown form',
  },
  zh: {
    noName: '没有用户名',
    noPassword: '原来就没有密码',
    outside: '通过目录服务或第三方登录',
    unknownForm: '密码形式无法识别',
  },
})

export const warningWords = words<Warnings>({
  en: {
    defaultPassword: 'An administrator still has the password of ShowDoc’s manual. Change it today.',
    enterOss: 'Cloud storage is off until its secret is entered in the site settings.',
    enterLdap: 'Login through a directory is off until its secret is entered under external login.',
    enterOauth2: 'Login through a provider is off until its secret is entered under external login.',
    enterLoginKey: 'The general login key must be made anew under external login and given to the systems that use it.',
    linksLeadElsewhere: 'Some ids were taken here: old links and bookmarks to these lead elsewhere. The report lists them.',
    boardsAsText: 'Whiteboards and boards of cards show as the text that they are kept as.',
    noUploads: 'The folder of uploads was not there: files are missing.',
  },
  zh: {
    defaultPassword: '有管理员仍在使用 ShowDoc 手册中的默认密码，请尽快修改。',
    enterOss: '云存储已关闭，请在站点设置中重新填写密钥后开启。',
    enterLdap: '目录服务登录已关闭，请在外部登录中重新填写密码后开启。',
    enterOauth2: '第三方登录已关闭，请在外部登录中重新填写密钥后开启。',
    enterLoginKey: '通用登录密钥需在外部登录中重新生成，并告知使用它的系统。',
    linksLeadElsewhere: '部分编号在此处已被占用，指向它们的旧链接会通向别处，报告中已列出。',
    boardsAsText: '白板和看板以其保存的文本形式显示。',
    noUploads: '没有找到上传目录，附件缺失。',
  },
})
