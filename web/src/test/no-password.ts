import type { Answer } from '@sheaf/contract/client'
import { fireEvent, screen } from '@testing-library/react'
import { api } from '../lib/api.ts'
import { answer } from './answer.ts'

const account: Answer<'secondStep', 'info'> = {
  methods: [],
  passkeys: [],
  has_passkey_address: true,
  passkey_from: '0',
  totp_time: '0',
  codes_left: '0',
  codes_total: '0',
  is_required: false,
  required_from: '0',
  trust_days: '0',
  confirmed_until: '0',
  confirm_by: ['fresh'],
  has_password: false,
}

/** The account signs in at a provider only. */
export const hasNoPassword = () => answer(api.secondStep.info, account)

/** Waits for the dialog that confirms the session, and confirms. `accept` gives the answers that follow. */
export async function confirmIdentity(accept: () => void) {
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  answer(api.user.confirm, { until: '1' })
  accept()
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
}
