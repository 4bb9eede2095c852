// @vitest-environment jsdom
import type { Answer } from '@sheaf/contract/client'
import type { ErrorName } from '@sheaf/contract/errors'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, onLoginInvalid } from '../lib/api.ts'
import { answer, refusal, resetAnswers, sentRequests } from '../test/answer.ts'
import { createSaver } from './saver.ts'

const row: Answer<'page', 'save'> = {
  page_id: '12',
  author_uid: '1',
  author_username: 'emma',
  item_id: '7',
  cat_id: '3',
  page_title: 'Order',
  page_content: 'text',
  s_number: '99',
  page_comments: '',
  is_del: '0',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  version: '5',
  addtime: '1',
}
const content = { title: 'Order', text: 'text', cat_id: '3' }
const sent = () => sentRequests.filter((call) => call.path === 'page/save').map((call) => call.fields)

/** The next request gets this outcome instead of the configured response. */
function once(outcome: 'no answer' | { error: ErrorName; data?: unknown }) {
  const usual = fetch
  vi.stubGlobal('fetch', async (address: string, init?: { body?: URLSearchParams }) => {
    vi.stubGlobal('fetch', usual)
    sentRequests.push({ path: String(address).replace(/^.*\/api\//, ''), fields: Object.fromEntries(init?.body ?? []) })
    if (outcome === 'no answer') throw new TypeError('network')
    return Response.json(refusal(outcome.error, 'no', outcome.data))
  })
}

beforeEach(() => {
  resetAnswers()
  answer(api.page.save, row)
})

it('sends the loaded version first, then that of the last response', async () => {
  const saver = createSaver('7', { page_id: '12', version: '4' })
  expect(await saver.save(content)).toEqual({ kind: 'saved', page_id: '12', version: '5', content })
  await saver.save(content)
  expect(sent().map((fields) => fields['base_version'])).toEqual(['4', '5'])
  expect(sent()[0]).toMatchObject({ page_id: '12', cat_id: '3', page_title: 'Order', page_content: 'text' })
})

it('keeps a move by another user unless this user chooses another catalog', async () => {
  const saver = createSaver('7', { page_id: '12', version: '4', content })
  await saver.save({ ...content, text: 'more' })
  await saver.save({ ...content, text: 'more', cat_id: '8' })
  await saver.save({ ...content, text: 'most', cat_id: '8' })
  expect(sent().map(({ item_id, cat_id }) => [item_id, cat_id])).toEqual([
    [undefined, undefined],
    [undefined, '8'],
    [undefined, undefined],
  ])
})

it('adopts the title that the server gave to an untitled page', async () => {
  answer(api.page.save, { ...row, page_title: 'Untitled page' })
  const outcome = await createSaver('7', { page_id: '0', version: '' }).save({ ...content, title: '' })
  expect(outcome).toMatchObject({ kind: 'saved', content: { title: 'Untitled page' } })
})

it('never creates a page twice after a lost response, and saves the text typed since', async () => {
  const saver = createSaver('7', { page_id: '0', version: '' })
  once('no answer')
  expect(await saver.save(content)).toEqual({ kind: 'offline' })
  answer(api.page.save, (fields) => ({ ...row, page_content: fields['page_id'] === '0' ? 'text' : (fields['page_content'] ?? '') }))
  expect(await saver.save({ ...content, text: 'more text' })).toMatchObject({ kind: 'saved', page_id: '12' })
  const [first, again, then] = sent()
  expect(again?.['request_id']).toBe(first?.['request_id'])
  expect(then).toMatchObject({ page_id: '12', base_version: '5', page_content: 'more text' })
})

describe('a save by another user meanwhile', () => {
  const newer = { version: '9', author_username: 'liam', author_name: 'Liam', addtime: '1795000000' }

  it('is reported with author and time, and overwritten only on request', async () => {
    const saver = createSaver('7', { page_id: '12', version: '4' })
    once({ error: 'versionOutdated', data: newer })
    expect(await saver.save(content)).toEqual({ kind: 'conflict', newer })
    await saver.save(content, newer.version)
    expect(sent().map((fields) => fields['base_version'])).toEqual(['4', '9'])
  })

  it("is distinguished from the user's own save whose response was lost, also after further saves that did not arrive", async () => {
    const saver = createSaver('7', { page_id: '12', version: '4' })
    once('no answer')
    await saver.save(content)
    once('no answer')
    await saver.save({ ...content, text: 'text and' })
    answer(api.page.info, {
      ...row,
      author_name: 'emma',
      suggested_by_name: '',
      version: '5',
      addtime: '',
      attachment_count: '0',
      unique_key: '',
      truth_state: '',
    })
    once({ error: 'versionOutdated', data: { ...newer, version: '5' } })
    expect(await saver.save({ ...content, text: 'text and more' })).toMatchObject({ kind: 'saved' })
    expect(sent().at(-1)).toMatchObject({ base_version: '5', page_content: 'text and more' })
  })
})

it('reports an expired session without redirecting to the login', async () => {
  const redirect = vi.fn()
  onLoginInvalid.notify = redirect
  once({ error: 'loginInvalid' })
  expect(await createSaver('7', { page_id: '12', version: '4' }).save(content)).toEqual({ kind: 'loggedOut' })
  expect(redirect).not.toHaveBeenCalled()
})

it.each(['notFound', 'noPermission'] as const)('names what a refusal of a page that was open can mean: %s', async (error) => {
  once({ error })
  expect(await createSaver('7', { page_id: '12', version: '4' }).save(content)).toEqual({ kind: 'gone' })
  once({ error })
  expect(await createSaver('7', { page_id: '0', version: '' }).save(content)).toEqual({ kind: 'refused', message: 'no' })
})

it('returns the error message of the server', async () => {
  once({ error: 'archived' })
  expect(await createSaver('7', { page_id: '12', version: '4' }).save(content)).toEqual({ kind: 'refused', message: 'no' })
})

it('bases the next save on the block of a part, not on the whole text of the answer', async () => {
  const text = '```operation orders createOrder\n```\n'
  const saver = createSaver('7', { page_id: '12', version: '4', content })
  answer(api.page.save, { ...row, page_content: '# POST /orders' })
  await saver.save({ ...content, text })
  expect(saver.origin()).toEqual({ version: '5', content: { ...content, text } })
})

it('returns the version that the text is based on', async () => {
  const saver = createSaver('7', { page_id: '12', version: '4', content })
  expect(saver.origin()).toEqual({ version: '4', content })
  answer(api.page.save, { ...row, page_content: 'more text' })
  await saver.save({ ...content, text: 'more text' })
  expect(saver.origin()).toEqual({ version: '5', content: { ...content, text: 'more text' } })
  saver.rebase('5')
  expect(saver.origin().content).toBeDefined()
  saver.rebase('3')
  expect(saver.origin()).toEqual({ version: '3', content: undefined })
})
