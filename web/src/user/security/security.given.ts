import type { Answer } from '@sheaf/contract/client'
import type { SessionRow } from './session-rows.tsx'

/** Test data: an account with a password and no second step. */
export const plain: Answer<'secondStep', 'info'> = {
  methods: [],
  passkeys: [],
  has_passkey_address: true,
  passkey_from: '0',
  totp_time: '0',
  codes_left: '0',
  codes_total: '0',
  is_required: false,
  required_from: '0',
  trust_days: '30',
  confirmed_until: '0',
  confirm_by: ['password'],
  has_password: true,
}
export const withStep: typeof plain = {
  ...plain,
  methods: ['totp'],
  totp_time: '1788400000',
  codes_left: '3',
  codes_total: '10',
  confirm_by: ['password', 'totp', 'recovery'],
}

export const sessionRow = (session_id: string, more: Partial<SessionRow> = {}): SessionRow => ({
  session_id,
  browser: 'Firefox',
  system: 'macOS',
  is_program: false,
  address: '10.2.0.14',
  way: 'code',
  addtime: '1795000000',
  seen_time: '1795100000',
  is_own: false,
  trusted_until: '0',
  ...more,
})

export const begun = {
  secret: 'JBSWY3DPEHPK3PXP4QKD7NRMUV2E5HTA',
  otpauth: 'otpauth://totp/docs:emma?secret=JBSWY3DPEHPK3PXP4QKD7NRMUV2E5HTA',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1h-1z"/></svg>',
}
