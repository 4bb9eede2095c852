import type { Contract } from '@sheaf/contract'
import { unknownAssertion, unknownAttestation } from '../../samples/passkeys.ts'
import type { Case, Rows } from '../case.ts'
import type { Clients } from '../clients.ts'
import type { Role } from '../users.ts'

const once: { once: true } = { once: true }
const anyone: Case = { who: 'anyone', ...once }
const users: Case = { who: 'users', ...once }
/** Password checks are slow, so only a few roles run these cases. */
const few: Role[] = ['V', 'Vk', 'U', 'O', 'A', 'X', 'D']
const captcha: { captcha: true } = { captcha: true }
const account = (username: string) => ({ username, password: 'long enough 1', confirm_password: 'long enough 1', v_code: 'abc12' })
const solved = ({ captcha_id }: Pick<Clients, 'captcha_id'>) => ({ captcha_id, captcha: 'abc12' })
let made = 0

type Account = {
  [G in
    | 'common'
    | 'ScriptCron'
    | 'update'
    | 'user'
    | 'ExtLogin'
    | 'notice'
    | 'itemGroup'
    | 'template'
    | 'token'
    | 'oauth'
    | 'session'
    | 'secondStep']: Rows<Contract[G]>
}

export const accountRows: Account = {
  common: {
    homePageSetting: [anyone],
    verify: [{ ...anyone, roles: few }],
    qrcode: [{ ...anyone, roles: few, fields: () => ({ size: '1', url: 'http://sheaf.test/1' }) }],
    version: [anyone],
    createCaptcha: [{ ...anyone, roles: few }],
    showCaptcha: [{ ...anyone, roles: few, fields: ({ clients: { captcha_id } }) => ({ captcha_id }) }],
    visitFile: [
      { who: 'visit', at: 'own', fields: ({ signs }) => ({ sign: signs.own }) },
      { who: 'visit', at: 'rest', fields: ({ signs }) => ({ sign: signs.other }) },
    ],
  },
  ScriptCron: { run: [anyone] },
  update: { checkDb: [anyone] },
  user: {
    login: [
      { ...anyone, roles: few, fields: ({ people: { O } }) => ({ username: O.username, password: O.password, v_code: '' }) },
      {
        who: 'none',
        roles: ['X', 'D'],
        counts: ['throttle', 'audit'],
        ...once,
        fields: (_world, { username, password }) => ({ username, password, v_code: '' }),
      },
    ],
    loginByVerify: [
      {
        ...anyone,
        roles: few,
        fields: ({ people: { O }, clients }) => ({ username: O.username, password: O.password, ...solved(clients) }),
      },
      // The first case uses up the challenge.
      {
        who: 'none',
        roles: ['X', 'D'],
        counts: ['throttle', 'riddle', 'audit'],
        ...once,
        fields: ({ clients: { spare } }, { username, password }) => ({ username, password, captcha_id: spare, captcha: 'abc12' }),
      },
    ],
    // second-step/*.test.ts cover accounts with a second step.
    secondStep: [{ who: 'none', ...once, fields: () => ({ code: '000000' }) }],
    // This site has no public address; second-step/passkey/*.test.ts cover one that has.
    passkeyOptions: [{ who: 'none', ...once, fields: () => ({ username: '', purpose: '' }) }],
    passkeyLogin: [{ who: 'none', ...once, fields: () => ({ answer: JSON.stringify(unknownAssertion) }) }],
    confirm: [{ ...users, roles: few, fields: (_world, { password }) => ({ password }) }],
    registerByVerify: [{ ...anyone, roles: few, fields: ({ clients }) => ({ ...account(`mnew${++made}`), ...solved(clients) }) }],
    register: [{ ...anyone, ...captcha, roles: few, fields: () => account(`mnew${++made}`) }],
    setup: [{ who: 'none', ...once, fields: () => ({ token: 'x', ...account('mroot') }) }],
    logout: [users],
    info: [users],
    updateInfo: [{ ...users, fields: () => ({ name: 'Name' }) }],
    resetPassword: [{ ...users, roles: few, fields: (_world, { password }) => ({ password, new_password: 'another horse 8' }) }],
    updateEmail: [{ ...users, roles: few, fields: (_world, { password }) => ({ email: `m${++made}@example.test`, password }) }],
    // This server sends no mail; user.email.test.ts and user.reset.test.ts cover one that does.
    sendVerifyMail: [{ who: 'none', ...once }],
    verifyEmail: [{ who: 'none', ...once, fields: ({ people: { O } }) => ({ uid: `${O.uid}`, email: '', token: '' }) }],
    resetPasswordEmail: [{ who: 'none', ...once, fields: () => ({ email: 'a@example.test', v_code: '' }) }],
    resetPasswordByUrl: [
      {
        who: 'none',
        counts: ['throttle'],
        ...once,
        fields: ({ people: { O } }) => ({ new_password: 'another horse 8', uid: `${O.uid}`, email: '', token: '' }),
      },
    ],
    allUser: [{ ...users, fields: () => ({ username: '' }) }],
    oauthInfo: [anyone],
    outside: [users],
    // directory-login.test.ts and by-provider.test.ts cover linked identities and external users.
    unlink: [{ who: 'none', ...once, fields: () => ({ identity_id: '1', password: 'x' }), counts: ['throttle'] }],
    setFirstPassword: [{ who: 'none', ...once, fields: () => ({ new_password: 'another horse 8' }) }],
    newcomer: [{ who: 'none', ...once }],
    linkNewcomer: [{ who: 'none', ...once, fields: ({ people: { O } }) => ({ username: O.username, password: O.password, v_code: '' }) }],
    joinNewcomer: [{ who: 'none', ...once, fields: () => ({ username: 'mguest' }) }],
  },
  session: {
    getList: [users],
    end: [{ who: 'none', ...once, fields: () => ({ session_id: '1' }) }],
    endOthers: [{ ...users, roles: few }],
    forgetDevice: [{ who: 'none', ...once, fields: () => ({ session_id: '1' }) }],
  },
  // The sessions of the matrix are not confirmed.
  secondStep: {
    info: [users],
    beginTotp: [{ who: 'none', ...once }],
    addTotp: [{ who: 'none', ...once, fields: () => ({ code: '000000', end_others: '1' }) }],
    endTotp: [{ who: 'none', ...once }],
    newCodes: [{ who: 'none', ...once }],
    beginPasskey: [{ who: 'none', ...once }],
    addPasskey: [{ who: 'none', ...once, fields: () => ({ answer: JSON.stringify(unknownAttestation), name: '' }) }],
    renamePasskey: [{ who: 'none', ...once, fields: () => ({ passkey_id: '1', name: 'Key' }) }],
    endPasskey: [{ who: 'none', ...once, fields: () => ({ passkey_id: '1' }) }],
  },
  // Switched off and without a key here; the tests of ext-login cover the rest.
  ExtLogin: {
    oauth2: [{ who: 'none', ...once }],
    bySecretKey: [{ who: 'none', ...once, fields: () => ({ username: 'mguest', time: '1', token: 'x', redirect: '' }) }],
  },
  // Without a public address no program can be connected; oauth/*.test.ts cover the rest.
  oauth: {
    request: [{ who: 'none', ...once, fields: () => ({ query: 'client_id=x' }) }],
    decide: [{ who: 'none', ...once, fields: () => ({ query: 'client_id=x', allow: '1', level: '1', days: '90' }) }],
  },
  token: {
    getList: [users],
    save: [{ ...users, roles: few, fields: () => ({ name: 'CI', level: '3', item_ids: '', days: '30', is_admin: '0', is_limited: '0' }) }],
    update: [
      {
        who: 'owner',
        ...once,
        fields: ({ grants }) => ({ grant_id: grants.O, name: 'CI 2', level: '1', item_ids: '', is_limited: '0', days: '' }),
      },
    ],
    end: [
      { ...users, fields: ({ grants }, { role }) => ({ grant_id: grants[role] ?? '1' }) },
      { who: 'owner', ...once, fields: ({ grants }) => ({ grant_id: grants.O }) },
    ],
    calls: [{ who: 'owner', ...once, fields: ({ grants }) => ({ grant_id: grants.O, page: '1', count: '10' }) }],
  },
  template: {
    getList: [{ ...users, reveals: ['note'] }],
    save: [{ ...users, fields: () => ({ template_title: 'T', template_content: 'C', request_id: '' }) }],
    delete: [
      { ...users, fields: ({ templates }, { role }) => ({ id: templates[role] ?? '1' }) },
      { who: 'owner', ...once, fields: ({ templates }) => ({ id: templates.O }) },
    ],
  },
  notice: {
    // A notice keeps the names from the time of writing.
    getList: [{ ...users, reveals: ['note', 'item', 'team', 'own', 'rest'], fields: () => ({ notice_type: 'all', count: '' }) }],
    setRead: [
      { ...users, fields: ({ notices }, { role }) => ({ notice_id: notices[role] ?? '1' }) },
      { who: 'owner', ...once, fields: ({ notices }) => ({ notice_id: notices.O }) },
    ],
    setAllRead: [users],
    delete: [
      { ...users, fields: ({ notices }, { role }) => ({ notice_id: notices[role] ?? '1' }) },
      { who: 'owner', ...once, fields: ({ notices }) => ({ notice_id: notices.O }) },
    ],
  },
  itemGroup: {
    getList: [users],
    save: [
      { ...users, fields: ({ item_id }) => ({ id: '', group_name: 'New', item_ids: item_id, request_id: '' }) },
      { who: 'owner', ...once, fields: ({ groups }) => ({ id: groups.O, group_name: 'Renamed', item_ids: '', request_id: '' }) },
    ],
    delete: [
      { ...users, fields: ({ groups }, { role }) => ({ id: groups[role] ?? '1' }) },
      { who: 'owner', ...once, fields: ({ groups }) => ({ id: groups.O }) },
    ],
    saveSort: [{ ...users, fields: ({ groups }, { role }) => ({ groups: JSON.stringify([{ id: groups[role] ?? '1', s_number: 3 }]) }) }],
  },
}
