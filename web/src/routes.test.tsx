// @vitest-environment jsdom
import './test/browser.ts'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from './app.tsx'
import { makeQueryClient } from './lib/api.ts'
import { readBoot } from './lib/boot.ts'
import { memoryHistory } from './lib/navigation/memory.ts'
import { HistoryProvider } from './lib/navigation/provider.tsx'
import { routes } from './routes.tsx'
import { setAccount } from './session/session.ts'
import { resetAnswers, sentRequests } from './test/answer.ts'

const root = { uid: '1', username: 'root', name: '', email: '', email_verify: '0', groupid: '1', avatar: '', avatar_small: '' }

afterEach(() => {
  cleanup()
  resetAnswers()
})

/* The fake server returns no data: the title or the error message identifies the open screen. */
it.each([
  ['/', 'Documents your team will actually read.'],
  ['/user/login', 'User name or e-mail'],
  ['/user/register', 'Create an account'],
  ['/user/resetPassword', 'Please ask your administrator'],
  ['/user/ResetPasswordByUrl', 'This link no longer works'],
  ['/user/setting', 'Personal settings'],
  ['/user/security', 'The state of your account could not be loaded'],
  ['/user/secondStep', 'Enter the code that your authenticator app shows now.'],
  ['/item/index', 'Your items could not be loaded'],
  ['/item/add', 'New item'],
  ['/item/password/12?page_id=3&redirect=%2F12%2F3', 'Visit password'],
  ['/item/password/0?page_id=3', 'Visit password'],
  ['/item/export/12', 'export/outline'],
  ['/item/setting/12', 'The settings could not be loaded'],
  ['/item/group/index', 'Item groups'],
  ['/page/12', 'page/view'],
  ['/p/k1', 'page/view'],
  ['/page/edit/12/0', 'The page could not be loaded'],
  ['/page/diff/12/3', 'The versions could not be loaded'],
  ['/catalog/12', 'The catalogs could not be loaded'],
  ['/notice/index', 'The notices could not be loaded'],
  ['/admin/index', 'My items'],
  ['/team/index', 'Teams'],
  ['/team/member/4', 'The members could not be loaded'],
  ['/team/item/4', 'The items could not be loaded'],
  ['/attachment/index', 'My attachments'],
  ['/12', 'The item could not be loaded'],
  ['/handbook', 'The item could not be loaded'],
  ['/12/34', 'The item could not be loaded'],
  ['/12/x34', 'There is nothing at this address'],
  ['/no/such/place', 'There is nothing at this address'],
])('%s opens its screen: %s', async (address, words) => {
  setAccount(/^\/$|login|register|secondStep/.test(address) ? null : root)
  const history = memoryHistory(address)
  render(
    <App boot={readBoot()} queries={makeQueryClient()}>
      <HistoryProvider history={history} routes={routes} />
    </App>,
  )
  await waitFor(() => expect(document.body.textContent).toContain(words))
  expect(history.location.pathname + history.location.search).toBe(address)
  if (words === 'The item could not be loaded')
    expect(sentRequests.find(({ path }) => path === 'item/info')?.fields).toMatchObject({ item_id: address.split('/')[1] })
})
