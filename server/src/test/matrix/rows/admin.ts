import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'

const admin: Case = { who: 'admin', once: true }
let made = 0

/** X is a disabled administrator, which no other test needs. */
const disabled: Case['fields'] = ({ people }) => ({ uid: String(people.X.uid) })
const settings: Case['fields'] = () => ({ history_version_count: '20' })

type Admin = {
  [G in
    | 'adminUser'
    | 'adminItem'
    | 'adminSetting'
    | 'adminProvider'
    | 'adminOverview'
    | 'adminLog'
    | 'adminNotice'
    | 'adminUpdate'
    | 'adminShowdoc'
    | 'adminAgent']: Rows<Contract[G]>
}

export const adminRows: Admin = {
  adminUser: {
    getList: [{ ...admin, fields: () => ({ username: '', page: '1', count: '1000' }) }],
    addUser: [
      { ...admin, fields: () => ({ username: `mclerk${++made}`, password: 'long enough 1', uid: '', name: 'Clerk' }) },
      { ...admin, fields: ({ people }) => ({ uid: String(people.X.uid), name: 'Gone' }) },
      // Administrators change their own password on the account screen.
      { who: 'none', once: true, roles: ['A'], fields: ({ people }) => ({ uid: String(people.A.uid), password: 'long enough 1' }) },
    ],
    changePassword: [{ ...admin, fields: (world, one) => ({ ...disabled(world, one), new_password: 'long enough 1' }) }],
    deleteUser: [
      { who: 'none', once: true, fields: disabled },
      // The user owns items.
      { who: 'none', once: true, fields: ({ people }) => ({ uid: String(people.O.uid) }) },
    ],
    update: [
      { ...admin, fields: (world, one) => ({ ...disabled(world, one), name: 'Gone', is_disabled: '1' }) },
      { who: 'none', once: true, fields: ({ people }) => ({ uid: String(people.A.uid), is_disabled: '1' }) },
    ],
    sessions: [{ ...admin, fields: ({ people }) => ({ uid: String(people.O.uid) }) }],
    // Needs a confirmed session.
    endSecondStep: [{ who: 'none', once: true, fields: ({ people }) => ({ uid: String(people.O.uid) }) }],
    endSessions: [{ ...admin, fields: disabled }],
    // The server of this test sends no mail.
    sendLink: [{ who: 'none', once: true, fields: ({ people }) => ({ uid: String(people.O.uid) }) }],
  },
  adminItem: {
    getList: [{ ...admin, reveals: ['item'], fields: () => ({ item_name: '', username: '', page: '1', count: '1000' }) }],
    deleteItem: [{ ...admin, fields: ({ item_id }) => ({ item_id }) }],
    attorn: [{ ...admin, fields: ({ item_id, people }) => ({ item_id, username: people.U.username }) }],
  },
  adminSetting: {
    loadSignIn: [admin],
    saveSignIn: [{ who: 'none', once: true, fields: () => ({ trust_days: '7' }) }],
    loadConfig: [admin],
    saveConfig: [{ ...admin, fields: settings }],
    // The form is empty here; storage/ and attachment.cloud.test.ts cover the rest.
    testStorage: [{ who: 'none', once: true, fields: () => ({ oss_setting: '{"oss_type":"s3"}' }) }],
    loadLdapConfig: [admin],
    saveLdapConfig: [{ ...admin, fields: () => ({ ldap_open: '0' }) }],
    ldapLook: [admin],
    // The directory is off here; look.test.ts and directory-login.test.ts cover the rest.
    lookNow: [{ who: 'none', once: true }],
    ldapMatches: [{ who: 'none', once: true }],
    linkLdap: [{ who: 'none', once: true, fields: () => ({ uids: '[1]' }) }],
    // No server answers there; directory-login.test.ts and by-provider.test.ts cover the rest.
    testLdap: [{ who: 'none', once: true, fields: () => ({ ldap_form: '{"host":"127.0.0.1","port":"1"}' }) }],
    loadOauth2Config: [admin],
    saveOauth2Config: [{ ...admin, fields: () => ({ oauth2_open: '0' }) }],
    testOauth2: [{ who: 'none', once: true, fields: () => ({ oauth2_form: '{}' }) }],
    getLoginSecretKey: [admin],
    resetLoginSecretKey: [admin],
  },
  // Writes need a confirmed session; admin-provider.test.ts covers them.
  adminProvider: {
    getList: [admin],
    save: [{ who: 'none', once: true, fields: () => ({ kind: 'oidc', name: 'Example', form: '{}' }) }],
    delete: [{ who: 'none', once: true, fields: () => ({ provider_id: '1' }) }],
    reorder: [{ who: 'none', once: true, fields: () => ({ provider_ids: '[]' }) }],
    test: [{ who: 'none', once: true, fields: () => ({ kind: 'oidc', form: '{"issuer":"http://127.0.0.1:1"}' }) }],
    rules: [{ ...admin, reveals: ['team'], fields: () => ({ provider_id: '0' }) }],
    teams: [{ ...admin, reveals: ['team'], fields: () => ({ team_name: '' }) }],
    saveRule: [{ who: 'none', once: true, fields: ({ teams }) => ({ provider_id: '0', group_value: 'cn=a,dc=b', team_id: teams.theirs }) }],
    deleteRule: [{ who: 'none', once: true, fields: () => ({ rule_id: '1' }) }],
  },
  adminAgent: {
    getList: [{ ...admin, fields: () => ({ username: '', client_id: '', state: '', page: '1', count: '1000' }) }],
    calls: [{ ...admin, fields: ({ grants }) => ({ grant_id: grants.O, page: '1', count: '10' }) }],
    end: [{ ...admin, fields: ({ grants }) => ({ grant_id: grants.T1 }) }],
    clients: [{ ...admin, fields: () => ({ name: '', page: '1', count: '10' }) }],
    saveClient: [{ ...admin, fields: () => ({ client_id: '', name: 'Build', redirect_uris: '["https://build.example.test/done"]' }) }],
    // No client is registered here; oauth/*.test.ts cover the rest.
    block: [{ who: 'none', once: true, fields: () => ({ client_id: 'unknown', is_blocked: '1' }) }],
  },
  adminOverview: {
    info: [{ ...admin, reveals: ['item'] }],
    firstSteps: [{ ...admin }],
    markStep: [{ ...admin, fields: () => ({ step: 'mail', state: 'skipped' }) }],
  },
  adminLog: {
    // The log keeps the names from the time of writing.
    getList: [{ ...admin, reveals: ['item', 'own', 'rest', 'team', 'bin', 'note'], fields: () => ({ page: '1', count: '1000' }) }],
    export: [{ ...admin, reveals: ['item', 'own', 'rest', 'team', 'bin', 'note'] }],
  },
  // Switched off, the default; update.*.test.ts cover the rest.
  adminUpdate: {
    checkUpdate: [admin],
    download: [{ who: 'none', once: true }],
    updateFiles: [{ who: 'none', once: true }],
  },
  // No migration is running here; admin-showdoc.test.ts covers the rest.
  adminShowdoc: {
    progress: [admin],
    begin: [{ who: 'none', once: true, fields: (_, { password }) => ({ folder: 'nowhere', password }) }],
    upload: [{ who: 'none', once: true, fields: (_, { password }) => ({ password }) }],
    resume: [{ who: 'none', once: true, fields: (_, { password }) => ({ password }) }],
    stop: [admin],
    verify: [{ who: 'none', once: true }],
    forget: [admin],
    report: [{ who: 'none', once: true }],
  },
  adminNotice: {
    send: [{ ...admin, fields: () => ({ notice_title: 'Tonight', notice_content: 'We update at ten.', request_id: '' }) }],
    getList: [{ ...admin, reveals: ['note'] }],
  },
}
