// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ChangesScreen } from '../change/screen.tsx'
import { api } from '../lib/api.ts'
import { SuggestionsScreen } from '../suggestion/list/screen.tsx'
import { ReviewScreen } from '../suggestion/review/screen.tsx'
import { SuggestScreen } from '../suggestion/suggest/screen.tsx'
import { emma } from '../suggestion/suggestion.given.ts'
import { ConsentScreen } from '../token/consent/screen.tsx'
import { TokenScreen } from '../token/screen.tsx'
import { WebhookPanel } from '../webhook/panel.tsx'
import { answer, refuse, resetAnswers, sentRequests } from './answer.ts'
import { open } from './screen.tsx'

/* Each screen of programs and suggestions shows that it loads, and after an error it loads again on request. */

afterEach(() => {
  cleanup()
  resetAnswers()
})

const never = () => new Promise<never>(() => {})
type Call = Parameters<typeof answer>[0]

const screens: [string, ReactNode, string, string, Call][] = [
  ['Suggest', <SuggestScreen key="0" />, '/page/suggest/7/12', '/page/suggest/:item_id/:page_id', api.item.info as Call],
  ['Review', <ReviewScreen key="1" />, '/page/suggestion/5', '/page/suggestion/:suggestion_id', api.suggestion.info as Call],
  ['Suggestions', <SuggestionsScreen key="2" />, '/item/suggestion/12', '/item/suggestion/:item_id', api.item.info as Call],
  ['Tokens', <TokenScreen key="3" />, '/user/tokens', '/user/tokens', api.token.getList as Call],
  ['Consent', <ConsentScreen key="4" />, '/user/authorize?client_id=a', '/user/authorize', api.oauth.request as Call],
  ['Webhooks', <WebhookPanel key="5" item_id="7" />, '/item/setting/7', '/item/setting/7', api.webhook.getList as Call],
  ['What changed', <ChangesScreen key="6" />, '/item/changes/7', '/item/changes/:item_id', api.change.getList as Call],
]

const asked = ({ path }: Call) => sentRequests.filter((one) => one.path === path).length

it.each(screens)('%s shows that it loads', async (_, element, address, pattern, call) => {
  answer(call, never)
  open(element, address, pattern, emma)
  await waitFor(() => expect(asked(call)).toBe(1))
  expect(document.querySelector('.skel, [aria-busy="true"]')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each(screens)('%s can be loaded again after an error', async (_, element, address, pattern, call) => {
  refuse(call, 'unexpected', 'Out of order')
  open(element, address, pattern, emma)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  const before = asked(call)
  answer(call, never)
  fireEvent.click(retry)
  await waitFor(() => expect(asked(call)).toBeGreaterThan(before))
})
