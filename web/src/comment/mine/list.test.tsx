// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { aThread } from '../comment.given.ts'
import { OwnThreads } from './list.tsx'

const show = () => open(<OwnThreads tab="forMe" />, '/notice/index')
const row = (thread_id: string, more = {}) => {
  const { comments: _, ...thread } = aThread(thread_id)
  const last = { replies: '2', last_name: 'Noor', last_text: 'Who still sends this?' }
  return { ...thread, item_id: '12', item_name: 'Order Service API', page_title: 'Create an order', ...last, ...more }
}
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists the threads that concern the user, with links that open them, in parts', async () => {
  answer(api.comment.mine, ({ before }) =>
    before === '0' ? { list: [row('7', { place: 'lost' })], next: '7' } : { list: [row('5', { state: 'resolved' })], next: '0' },
  )
  show()
  expect(await screen.findByRole('link', { name: 'Create an order' })).toHaveAttribute('href', '/12/1?thread=7')
  expect(screen.getByText('text has changed')).toBeVisible()
  expect(screen.getByText('2 replies')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Show older ones' }))
  expect(await screen.findByText('resolved')).toBeVisible()
  expect(sentRequests.map(({ fields }) => fields['state'])).toEqual(['me', 'me'])
})

it('explains an empty list, and offers to load it again after an error', async () => {
  answer(api.comment.mine, { list: [], next: '0' })
  show()
  expect(await screen.findByText('No threads yet')).toBeVisible()
  cleanup()
  refuse(api.comment.mine, 'unexpected', 'Out of order')
  show()
  expect(await screen.findByText('The threads could not be loaded')).toBeVisible()
})
