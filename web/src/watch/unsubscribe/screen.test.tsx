// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { UnsubscribeScreen } from './screen.tsx'

const scope = { scope: 'subject', group: '', kind: 'page', address: 'e***@example.com' } as const
const show = () => open(<UnsubscribeScreen />, '/user/unsubscribe/abc.def', '/user/unsubscribe/:token')
const sent = () => sentRequests.filter(({ path }) => path === 'watch/unsubscribe').map(({ fields }) => fields['undo'])

beforeEach(() => {
  answer(api.watch.unsubscribeInfo, scope)
  answer(api.watch.unsubscribe, scope)
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

test('opening the link changes nothing; stopping can be undone', async () => {
  show()
  await screen.findByText(/^e\*\*\*@example.com gets no more mail about the page that the mail was about/)
  expect(sent()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Stop this mail' }))
  await screen.findByText('You get no more mail about the page that the mail was about.')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Mail is sent again')
  expect(sent()).toEqual(['0', '1'])
  expect(screen.getByRole('link', { name: 'Sign in to change all mail settings' })).toHaveAttribute(
    'href',
    '/user/login?redirect=%2Fuser%2Fwatching',
  )
})

test('names a group of news, and all mail', async () => {
  answer(api.watch.unsubscribeInfo, { ...scope, scope: 'group', kind: '', group: 'watched' })
  show()
  await screen.findByText(/no more mail about what you watch\./)
  cleanup()
  answer(api.watch.unsubscribeInfo, { ...scope, scope: 'all', kind: '' })
  show()
  await screen.findByText(/Mail about the security of your account is still sent/)
})

test('a link that is not valid, and a check that failed', async () => {
  refuse(api.watch.unsubscribeInfo, 'linkInvalid')
  show()
  await screen.findByRole('heading', { name: 'This link is not valid' })
  expect(screen.queryByRole('button', { name: 'Stop this mail' })).toBeNull()
  cleanup()
  refuse(api.watch.unsubscribeInfo, 'tooMany', 'Too many requests. Please wait a moment')
  show()
  await screen.findByText('Too many requests. Please wait a moment')
  answer(api.watch.unsubscribeInfo, scope)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => screen.getByRole('button', { name: 'Stop this mail' }))
})
