// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { answer, refuse, resetAnswers } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { item, row, versionRow } from '../history/history.given.ts'
import { DiffScreen } from './screen.tsx'

const emma: Account = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const filler = Array.from({ length: 30 }, (_, at) => `line ${at}`)
const texts: Record<string, string> = {
  '2': ['# Orders', 'valid for 6 hours', ...filler, 'the end'].join('\n'),
  '3': ['# Orders', 'valid for 12 hours', ...filler, 'the end'].join('\n'),
  now: ['# Orders', 'valid for 24 hours', ...filler, 'the end', '有效期改为 24 小时'].join('\n'),
}
const at = { '2': 1795_003_200, '3': 1795_006_800 } as Record<string, number>

const openDiff = (search = '', account: Account | null = emma) =>
  open(<DiffScreen />, `/page/diff/12/3${search}`, '/page/diff/:page_id/:page_history_id', account)
const marks = (tag: string) => [...document.querySelectorAll(`.df ${tag}`)].map((mark) => mark.textContent)
const cells = (which: string) => [...document.querySelectorAll(which)].map((cell) => cell.textContent)

beforeEach(() => {
  window.scrollBy = () => {}
  resetAnswers()
  localStorage.clear()
  answer(api.item.info, item)
  answer(api.page.history, [
    versionRow('3', { author_username: 'liam', author_name: 'liam', page_comments: 'before the review', addtime: '2026-11-18 13:00:00' }),
    versionRow('2', { addtime: '2026-11-18 12:00:00' }),
  ])
  answer(api.page.diff, ({ page_history_id = '' }) => ({
    page: { ...row, page_content: texts['now'] ?? '', addtime: String(1795_006_800 + 3600) },
    history_page: {
      ...versionRow(
        page_history_id,
        page_history_id === '3' ? { author_username: 'liam', author_name: 'liam', page_comments: 'before the review' } : {},
      ),
      page_content: texts[page_history_id] ?? '',
      addtime: String(at[page_history_id]),
    },
  }))
})
afterEach(cleanup)

it('shows the older version left and the current one right, with changed words marked', async () => {
  openDiff()
  expect(await screen.findByText('liam · before the review')).toBeVisible()
  expect(screen.getAllByText(/^18 Nov 2026/, { selector: 'b' }).map((time) => time.textContent)).toEqual([
    '18 Nov 2026, 13:00',
    '18 Nov 2026, 14:00',
  ])
  expect(screen.getByText('Current', { selector: '.tag' }).parentElement?.textContent).toContain('14:00')
  expect([marks('del'), marks('ins')]).toEqual([['12'], ['24']])
  expect(cells('.chg .left')).toEqual(['valid for 12 hours'])
  expect(cells('.chg .r2')).toEqual(['valid for 24 hours'])
  expect(cells('.add .r2')).toEqual(['有效期改为 24 小时'])
  expect(screen.getByRole('img', { name: '2 lines added, 1 removed' })).toBeVisible()
})

it('folds unchanged lines and unfolds them', async () => {
  openDiff()
  fireEvent.click(await screen.findByText('25 lines without change'))
  expect(screen.queryByText(/without change/)).toBeNull()
  expect(screen.getAllByText('line 15')).toHaveLength(2)
})

it('shows both versions in one column and stores the choice', async () => {
  openDiff()
  fireEvent.click(await screen.findByText('One column'))
  expect(cells('.df tr:is(.add, .del) .tx')).toEqual([
    'removed: valid for 12 hours',
    'added: valid for 24 hours',
    'added: 有效期改为 24 小时',
  ])
  cleanup()
  openDiff()
  expect((await screen.findByText('One column')).getAttribute('aria-pressed')).toBe('true')
})

it('moves between changes by the keys n and p', async () => {
  openDiff()
  await screen.findByText('2 changes')
  fireEvent.keyDown(window.document.body, { key: 'p' })
  expect(screen.getByText('Change 2 of 2')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Previous change' }))
  expect(screen.getByText('Change 1 of 2')).toBeVisible()
  expect(document.querySelector('[aria-current]')?.textContent).toContain('valid for 12 hours')
  fireEvent.keyDown(window.document.body, { key: 'n' })
  expect(screen.getByText('Change 2 of 2')).toBeVisible()
})

it('compares any two versions, and a version with its predecessor', async () => {
  openDiff()
  fireEvent.click(await screen.findByRole('link', { name: 'What it changed: the version of 18 Nov 2026, 13:00' }))
  expect(await screen.findByText('12', { selector: 'ins' })).toBeVisible()
  expect(marks('del')).toEqual(['6'])
  const younger = screen.getByLabelText<HTMLSelectElement>('Newer version')
  expect(younger.value).toBe('3')
  fireEvent.change(younger, { target: { value: '' } })
  expect(await screen.findByText('24', { selector: 'ins' })).toBeVisible()
  fireEvent.change(screen.getByLabelText('Older version'), { target: { value: '3' } })
  expect(await screen.findByText('12', { selector: 'del' })).toBeVisible()
})

it('offers restoring to users who can edit', async () => {
  openDiff()
  expect((await screen.findByText('Restore this')).closest('a')?.getAttribute('href')).toBe('/page/edit/7/12?history_id=3')
  cleanup()
  answer(api.item.info, { ...item, is_archived: '1' })
  openDiff()
  await screen.findByText('2 changes')
  expect(screen.queryByText('Restore this')).toBeNull()
})

it('shows different titles, and a notice if nothing differs', async () => {
  answer(api.page.diff, {
    page: { ...row, page_title: 'Create an order' },
    history_page: { ...versionRow('3'), page_title: 'Make an order', page_content: row.page_content, addtime: '1795006800' },
  })
  openDiff()
  expect(await screen.findByText('Make', { selector: 'del' })).toBeVisible()
  expect(screen.getByText('Create', { selector: 'ins' })).toBeVisible()
  cleanup()
  answer(api.page.diff, { page: row, history_page: { ...versionRow('3'), page_content: row.page_content, addtime: '1795006800' } })
  openDiff()
  expect(await screen.findByText('The two versions are the same')).toBeVisible()
})

it('renders page text as text only (S68)', async () => {
  const evil = '<img src=x onerror="top.hit=1"><script>top.hit=1</script><a href="javascript:top.hit=1">x</a>'
  answer(api.page.diff, {
    page: { ...row, page_title: evil, page_content: `${evil} and more` },
    history_page: {
      ...versionRow('3', { page_comments: evil, author_username: evil, author_name: evil }),
      page_content: evil,
      addtime: '1795006800',
    },
  })
  openDiff()
  const all = await screen.findByRole('region', { name: 'Comparison of the two versions' })
  expect(all.textContent).toContain(evil)
  expect(document.querySelectorAll('main :is(img, script, a), .df-side :is(img, script)')).toHaveLength(0)
})

it('redirects a visitor to the login and back', async () => {
  refuse(api.page.diff, 'noPermission', 'no')
  refuse(api.page.history, 'noPermission', 'no')
  openDiff('?to=4', null)
  expect(await screen.findByText('now at /user/login?redirect=%2Fpage%2Fdiff%2F12%2F3%3Fto%3D4')).toBeVisible()
})

it('explains why a comparison cannot be shown', async () => {
  refuse(api.page.diff, 'noPermission', 'no')
  openDiff()
  expect(await screen.findByText('The history is for those who may edit this page')).toBeVisible()
  cleanup()
  refuse(api.page.diff, 'notFound', 'gone')
  openDiff()
  expect(await screen.findByText('This version is no longer kept')).toBeVisible()
  cleanup()
  refuse(api.page.diff, 'unexpected', 'broken')
  openDiff()
  expect(await screen.findByText('broken')).toBeVisible()
  expect(within(document.body).getByText('Try again')).toBeVisible()
})
