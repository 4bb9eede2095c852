// @vitest-environment jsdom
import '../../test/browser.ts'
import type { MoveReport } from '@sheaf/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { confirmIdentity, hasNoPassword } from '../../test/no-password.ts'
import { open } from '../../test/screen.tsx'
import { Upload } from '../../test/upload.ts'
import { root } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'
import type { Migration } from './report.tsx'

const none: Migration = {
  state: 'none',
  what: 'move',
  place: '',
  is_upload: '0',
  stage: '',
  table: '',
  done: 0,
  total: 0,
  problem: '',
  report: '',
  largest: 262_144_000,
}
const running: Migration = {
  ...none,
  state: 'running',
  place: 'docs.tar.gz',
  is_upload: '1',
  stage: 'writing',
  table: 'page',
  done: 1500,
  total: 3000,
}
const proof = { compared: 300, same: 300, before: 'a', after: 'a', different: { count: 0, first: [] }, changedSince: 0 }
const noEntries = { count: 0, first: [] }
const report: MoveReport = {
  form: 1,
  fingerprint: 'f',
  place: '/srv/showdoc',
  version: '2',
  started: 1,
  ended: 1_795_164_819,
  changed: true,
  tables: [{ table: 'page', read: 310, written: 300, here: 0, left: { orphan: 10 }, columns: 0 }],
  pages: proof,
  versions: { ...proof, changedSince: 2 },
  files: proof,
  people: { all: 20, administrators: 1, cannotSignIn: { count: 1, first: [{ uid: 8, username: '', why: 'noName' }] } },
  renamed: noEntries,
  ids: noEntries,
  quarantined: { count: 3, first: [{ name: 'x.exe', place: 'q/1' }] },
  downloadOnly: noEntries,
  warnings: ['defaultPassword'],
}
const done: Migration = { ...running, state: 'done', stage: 'done', report: JSON.stringify(report) }

afterEach(() => {
  cleanup()
  resetAnswers()
  Upload.all = []
})
const show = (move: Migration) => {
  answer(api.adminShowdoc.progress, move)
  open(<AdminScreen />, '/admin/index?section=showdoc', '/admin/index', root)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = (path: string) => sentRequests.filter((call) => call.path === `adminShowdoc/${path}`).map((call) => call.fields)

it('starts from a folder on the server after the password is checked', async () => {
  refuse(api.adminShowdoc.begin, 'wrongPassword')
  show(none)
  fireEvent.click(await screen.findByLabelText('A folder on this server'))
  press('Begin the move')
  expect(screen.getByText('Please enter the path')).toBeVisible()
  type('Folder', ' /srv/showdoc ')
  press('Begin the move')
  expect(screen.getByText('Please enter your password')).toBeVisible()
  type('Your password', 'secret 1')
  fireEvent.click(screen.getByRole('checkbox'))
  press('Begin the move')
  expect(await screen.findByText('Wrong password')).toBeVisible()
  answer(api.adminShowdoc.begin, [])
  answer(api.adminShowdoc.progress, running)
  press('Begin the move')
  expect(await screen.findByText('Moving from docs.tar.gz')).toBeVisible()
  expect(sent('begin').at(-1)).toEqual({ folder: '/srv/showdoc', same_people: '1', password: 'secret 1' })
})

it('S163: an administrator without a password confirms the start in the dialog', async () => {
  hasNoPassword()
  refuse(api.adminShowdoc.begin, 'confirmNeeded')
  show(none)
  fireEvent.click(await screen.findByLabelText('A folder on this server'))
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull())
  type('Folder', '/srv/showdoc')
  press('Begin the move')
  await confirmIdentity(() => {
    answer(api.adminShowdoc.begin, [])
    answer(api.adminShowdoc.progress, running)
  })
  expect(await screen.findByText('Moving from docs.tar.gz')).toBeVisible()
  expect(sent('begin').map(({ password }) => password)).toEqual(['', ''])
})

it('uploads an archive with progress, and refuses one that is too large before the upload', async () => {
  show({ ...none, largest: 2 * 1024 * 1024 })
  const field = await screen.findByLabelText('Archive')
  press('Begin the move')
  expect(screen.getByText('Please choose a file')).toBeVisible()
  const choose = (bytes: number) => fireEvent.change(field, { target: { files: [new File([new Uint8Array(bytes)], 'docs.tar.gz')] } })
  expect(screen.getByText('No file chosen')).toBeVisible()
  choose(3 * 1024 * 1024)
  expect(screen.getByText('docs.tar.gz')).toBeVisible()
  type('Your password', 'secret 1')
  press('Begin the move')
  expect(screen.getByText(/larger than 2 MB/)).toBeVisible()
  choose(1000)
  await act(async () => press('Begin the move'))
  expect(Upload.last.address).toBe('/api/adminShowdoc/upload')
  // The server must receive the password before the first byte of the file.
  expect([...Upload.last.body.keys()]).toEqual(['same_people', 'password', 'file'])
  Upload.last.sent(500)
  expect(screen.getByRole('button', { name: 'Sending… 50%' })).toBeVisible()
  answer(api.adminShowdoc.progress, { ...running, stage: 'unpacking', done: 12, total: 0 })
  await Upload.last.answers([])
  expect(await screen.findByText('Unpacking the archive')).toBeVisible()
})

it('shows the progress, and stops', async () => {
  answer(api.adminShowdoc.stop, [])
  show(running)
  expect(await screen.findByText('Writing: page')).toBeVisible()
  expect(screen.getByText('1,500 of 3,000')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Begin the move' })).toBeNull()
  press('Stop')
  await waitFor(() => expect(sent('stop')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Stopping…' })).toBeVisible()
})

it('resumes a stopped or failed move', async () => {
  answer(api.adminShowdoc.resume, [])
  show({ ...running, state: 'failed', problem: 'There is no ShowDoc in /x' })
  expect(await screen.findByText('There is no ShowDoc in /x')).toBeVisible()
  press('Try again')
  type('Your password', 'secret 1')
  press('Go on')
  await waitFor(() => expect(sent('resume')).toEqual([{ password: 'secret 1' }]))
})

it('shows the comparison, open tasks and skipped rows', async () => {
  answer(api.adminShowdoc.verify, [])
  answer(api.adminShowdoc.forget, [])
  show(done)
  expect(await screen.findByText(/Everything that was taken over is the same/)).toBeVisible()
  expect(screen.getByText(/, 20 Nov 2026, \d\d:\d\d$/)).toBeVisible()
  expect(screen.getByText(/^docs\.tar\.gz, /)).toBeVisible()
  expect(screen.getAllByText('300 of 300 the same')).toHaveLength(3)
  expect(screen.getByText('2 changed here since')).toBeVisible()
  expect(screen.getByText(/password of ShowDoc’s manual/)).toBeVisible()
  expect(screen.getByText('8: no user name')).toBeInTheDocument()
  expect(screen.getByText('and 2 more, in the report')).toBeInTheDocument()
  expect(screen.getByText('parent no longer exists: 10')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Download the report' }).getAttribute('href')).toBe('/api/adminShowdoc/report')
  press('Compare again')
  await waitFor(() => expect(sent('verify')).toHaveLength(1))
  press('Delete the archive from the server')
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete the archive from the server' }).at(-1) as HTMLElement)
  await waitFor(() => expect(sent('forget')).toHaveLength(1))
})

it('shows an alert when something differs', async () => {
  const worse = { ...report, pages: { ...proof, same: 299, different: { count: 1, first: [{ id: 7, here: 9 }] } } }
  show({ ...done, report: JSON.stringify(worse) })
  expect((await screen.findByRole('alert')).textContent).toContain('Not everything is the same')
  expect(screen.getByText('7 → 9')).toBeVisible()
})

it('links the moved items that the report lists', async () => {
  const renamed = {
    count: 2,
    first: [
      { table: 'item' as const, id: 31, from: 'orders', to: '' },
      { table: 'user' as const, id: 8, from: 'li si', to: 'lisi' },
    ],
  }
  const ids = { count: 1, first: [{ table: 'item', from: 4, to: 32 }] }
  show({ ...done, report: JSON.stringify({ ...report, renamed, ids }) })
  const item = await screen.findByText('item 4 → 32')
  expect(item.closest('a')).toHaveAttribute('href', '/32')
  expect(screen.getByText(/^orders →/).closest('a')).toHaveAttribute('href', '/31')
  expect(screen.getByText('li si → lisi').closest('a')).toBeNull()
})
