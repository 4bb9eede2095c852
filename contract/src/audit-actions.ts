/** Every action of the audit log, by kind: sign-ins, accounts, permissions, transfers, deletions, site settings. */
export const auditKinds = {
  signIn: ['login', 'loginFailed', 'externalLogin', 'register', 'passwordChanged', 'passwordReset', 'linked', 'unlinked'],
  accounts: [
    'userAdded',
    'userRenamed',
    'userPassword',
    'userPromoted',
    'userDemoted',
    'userDisabled',
    'userEnabled',
    'sessionsEnded',
    'userDeleted',
  ],
  rights: [
    'memberAdded',
    'memberChanged',
    'memberRemoved',
    'memberLeft',
    'teamMemberAdded',
    'teamMemberRemoved',
    'teamBound',
    'teamUnbound',
    'visitPassword',
    'itemOpened',
    'keyReset',
  ],
  transfers: ['itemTransferred', 'teamTransferred'],
  deletions: ['itemDeleted', 'itemArchived', 'catalogDeleted', 'pageDeleted', 'fileDeleted', 'teamDeleted'],
  site: [
    'settingsChanged',
    'ldapChanged',
    'oauth2Changed',
    'secretKeyReset',
    'noticeSent',
    'logExported',
    'updated',
    'showdocBegun',
    'showdocMoved',
  ],
} as const

export type AuditKind = keyof typeof auditKinds
export type AuditAction = (typeof auditKinds)[AuditKind][number]
