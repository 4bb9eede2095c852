import { type Call, type Contract, everyCall } from './index.ts'
import type { InLanguages } from './languages.ts'

/**
 * What a token allows (W20); each level includes those before it: 1 read, 2 read and suggest, 3 write, 4 everything that its person may do.
 */
export const LEVELS = [1, 2, 3, 4] as const
export type Level = (typeof LEVELS)[number]

/** What a token of each level can do, for messages. The screens have longer texts. */
export const levelWords: Record<Level, InLanguages<string>> = {
  1: { en: 'read', zh: '只读' },
  2: { en: 'read and suggest', zh: '读取并提建议' },
  3: { en: 'write', zh: '写入' },
  4: { en: 'everything that its user can do', zh: '用户本人的全部权限' },
}

/**
 * What a call requires of a token. `session`: no token can make it, because it makes, shows or changes a credential or an address.
 * `account`: it concerns no single item, so a token that is limited to items cannot make it.
 */
interface Required {
  level: Level | 'session'
  account: boolean
}

type Exception = Level | 'session' | 'account' | { level: Level; account: true }

/** The calls whose requirement differs from the default: 1 for a read, 3 for a write. `every` is the default of a whole group. */
const exceptions: {
  [G in keyof Contract]?: Partial<Record<keyof Contract[G] | 'every', Exception>>
} = {
  common: { verify: 'session' },
  user: { every: 'session', allUser: { level: 4, account: true }, updateInfo: { level: 4, account: true } },
  ExtLogin: { every: 'session' },
  item: {
    add: 'account',
    update: 4,
    detail: 4,
    exitItem: 4,
    delete: 4,
    archive: 4,
    attorn: 4,
    getKey: 'session',
    resetKey: 'session',
    pwd: 'session',
    sort: 'account',
    top: 'account',
  },
  itemGroup: { every: 'account' },
  member: { every: 4, getAllList: 3 },
  team: { every: { level: 4, account: true } },
  teamMember: { every: { level: 4, account: true } },
  teamItem: { every: { level: 4, account: true } },
  teamRule: { every: { level: 4, account: true } },
  teamItemMember: { every: { level: 4, account: true } },
  page: { createSinglePage: 4 },
  attachment: {
    getMyList: 'account',
    deleteMyAttachment: 'account',
    bindingPage: 'account',
    getAllList: { level: 4, account: true },
    deleteAttachment: { level: 4, account: true },
  },
  template: { every: 'account' },
  recycle: { recover: 4 },
  notice: { every: 'account' },
  adminUser: { every: 'session' },
  adminItem: { every: { level: 4, account: true } },
  adminSetting: { every: 'session' },
  adminProvider: { every: 'session' },
  adminOverview: { every: { level: 4, account: true } },
  adminLog: { every: { level: 4, account: true } },
  adminNotice: { every: { level: 4, account: true } },
  adminUpdate: { every: 'session' },
  adminShowdoc: { every: 'session' },
  token: { every: 'session' },
  source: {
    add: 4,
    update: 4,
    delete: 4,
    removeInstance: 4,
    release: 'session',
    decide: 'session',
    decideMatch: 'session',
    accept: 'session',
    unaccept: 'session',
  },
  console: { saveEnvironment: 4, deleteEnvironment: 4, addresses: 4, send: 'session' },
  truth: { accept: 'session', repos: 4 },
  webhook: { every: 4, secret: 'session', rotate: 'session' },
  adminWebhook: { every: { level: 4, account: true } },
  suggestion: { preview: 2, save: 2, withdraw: 2, accept: 'session', decline: 'session' },
  comment: {
    mine: 'account',
    add: 2,
    save: 2,
    delete: 2,
    resolve: 2,
    reopen: 2,
    attach: 2,
    settings: 4,
    saveSettings: 4,
  },
  pageComment: { add: 2, delete: 2 },
  feedback: { give: 2, settle: 'session', settings: 4, saveSettings: 4 },
  pageFeedback: { submit: 2 },
  ask: { every: 'session' },
  watch: {
    getList: 'account',
    ofTeam: 4,
    teams: 4,
    people: 4,
    settings: 'session',
    saveSettings: 'session',
    preview: 'session',
    unsubscribeInfo: 'session',
    unsubscribe: 'session',
  },
  subscription: { savePage: 3, deletePage: 3 },
  session: { every: 'session' },
  secondStep: { every: 'session' },
  review: { set: 4, verify: 4, flag: 2, handOn: 4, offers: 'account', answerOffer: 'session', settings: 4, saveSettings: 4 },
  publish: { save: 4, tokens: 'session' },
  oauth: { every: 'session' },
  adminAgent: { every: { level: 4, account: true }, saveClient: 'session', block: 'session' },
}

const requiredBy = (exception: Exception | undefined, usual: Level): Required => {
  if (exception === undefined) return { level: usual, account: false }
  if (exception === 'account') return { level: usual, account: true }
  return typeof exception === 'object' ? exception : { level: exception, account: false }
}

/** What each call requires of a token, by path. */
export const requirements: ReadonlyMap<string, Required> = new Map(
  everyCall().map(([group, action, call]: [string, string, Call]) => {
    const ofGroup = exceptions[group as keyof Contract] as Record<string, Exception> | undefined
    return [`${group}/${action}`, requiredBy(ofGroup?.[action] ?? ofGroup?.['every'], call.kind === 'read' ? 1 : 3)]
  }),
)
