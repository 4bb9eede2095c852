// @vitest-environment jsdom
import '../../test/browser.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { figures, root } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'
import { type FoundUpdate, UpdateRestarting } from './update.tsx'

const nothing: FoundUpdate = {
  version: '0.2.0',
  new_version: '',
  file_url: '',
  url: '',
  size: '0',
  is_staged: '0',
  state: 'ready',
  installed_by: 'git',
  source: 'updates.example.com',
  needs_backup: '0',
  failed: null,
}
const newer: FoundUpdate = {
  ...nothing,
  new_version: '0.3.0',
  file_url: 'https://updates.example.com/sheaf-0.3.0.zip',
  size: String(5 * 1024 * 1024),
  url: 'https://example.com/news',
}

afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = (section = 'update') => open(<AdminScreen />, `/admin/index?section=${section}`, '/admin/index', root)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === `adminUpdate/${path}`).map((call) => call.fields)

it('appears in the menu with the version number only when a newer version exists', async () => {
  answer(api.adminOverview.info, figures)
  answer(api.adminUpdate.checkUpdate, nothing)
  show('overview')
  await screen.findByText('3,917')
  expect(screen.queryByRole('link', { name: /System update/ })).toBeNull()
  cleanup()
  answer(api.adminUpdate.checkUpdate, newer)
  show('overview')
  fireEvent.click(await screen.findByRole('link', { name: 'System update 0.3.0' }))
  expect(await screen.findByRole('heading', { name: 'Sheaf 0.3.0 is there' })).toBeVisible()
})

it('checks for updates again on request', async () => {
  answer(api.adminUpdate.checkUpdate, nothing)
  show()
  expect(await screen.findByText(/There is nothing newer/)).toBeVisible()
  answer(api.adminUpdate.checkUpdate, newer)
  press('Look again')
  expect(await screen.findByRole('button', { name: 'Update to 0.3.0…' })).toBeVisible()
  expect(sent('checkUpdate')).toEqual([{}, { again: '1' }])
})

it('downloads and installs after the password is checked, and waits for the server', async () => {
  answer(api.adminUpdate.checkUpdate, newer)
  answer(api.adminUpdate.download, () => ({ new_version: '0.3.0', is_staged: sent('download').length > 1 ? '1' : '0' }))
  refuse(api.adminUpdate.updateFiles, 'wrongPassword')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Update to 0.3.0…' }))
  press('Update now')
  expect(await screen.findByText('Please enter your password')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'secret 1' } })
  press('Update now')
  expect(await screen.findByText('Wrong password')).toBeVisible()
  answer(api.adminUpdate.updateFiles, { new_version: '0.3.0' })
  press('Update now')
  expect(await screen.findByText('This page reloads in 7 seconds.')).toBeVisible()
  const { file_url } = newer
  expect(sent('download').at(-1)).toEqual({ new_version: '0.3.0', file_url, password: 'secret 1' })
  expect(sent('updateFiles').at(-1)).toMatchObject({ password: 'secret 1' })
})

it('reloads the page when the server responds, but not within the first seven seconds', async () => {
  vi.useFakeTimers()
  let ok = false
  const usual = fetch
  vi.stubGlobal('fetch', async () => ({ ok }))
  const reload = vi.fn()
  const here = location
  vi.stubGlobal('location', { reload })
  render(<UpdateRestarting version="0.3.0" />)
  const pass = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  ok = true
  await pass(6)
  expect(reload).not.toHaveBeenCalled()
  ok = false
  await pass(3)
  expect(screen.getByText(/takes a little longer/)).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  ok = true
  await pass(1)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.stubGlobal('location', here)
  vi.stubGlobal('fetch', usual)
  vi.useRealTimers()
})

it('requires a PostgreSQL backup, and does not download a staged version again', async () => {
  answer(api.adminUpdate.checkUpdate, { ...newer, needs_backup: '1', is_staged: '1' })
  answer(api.adminUpdate.updateFiles, { new_version: '0.3.0' })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Update to 0.3.0…' }))
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'secret 1' } })
  press('Update now')
  expect(await screen.findByText(/Please make one first/)).toBeVisible()
  fireEvent.click(screen.getByRole('checkbox'))
  press('Update now')
  await waitFor(() => expect(sent('updateFiles')).toEqual([{ password: 'secret 1', has_backup: '1' }]))
  expect(sent('download')).toEqual([])
})

it('shows a version that failed to start, and the commands where the server cannot update itself', async () => {
  answer(api.adminUpdate.checkUpdate, { ...nothing, failed: { version: '0.3.0', problem: 'it ended with 3' } })
  show()
  expect(await screen.findByText(/Version 0\.3\.0 could not be started \(it ended with 3\)/)).toBeVisible()
  for (const [state, installed_by, reason, line] of [
    ['container', 'docker', /runs in a container/, /docker compose pull/],
    ['container', 'kubernetes', /runs in a container/, /helm upgrade sheaf/],
    ['off', 'git', /switched off/, /git pull/],
    ['unsupervised', 'folder', /not started with “npm start”/, /npx --no-install sheaf backup/],
    ['several', 'folder', /Several servers work on this database/, /npx --no-install sheaf backup/],
  ] as const) {
    cleanup()
    answer(api.adminUpdate.checkUpdate, { ...nothing, state, installed_by })
    show()
    expect(await screen.findByText(reason)).toBeVisible()
    expect(screen.getByText(line)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull()
  }
})
