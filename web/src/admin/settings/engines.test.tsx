// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { root } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'
import { config } from './settings.given.ts'

const show = (more = {}, part = '') => {
  answer(api.adminSetting.loadConfig, { ...config, ...more })
  open(<AdminScreen />, `/admin/index?section=settings${part}`, '/admin/index', root)
}
const sent = () => sentRequests.filter((call) => call.path === 'adminSetting/saveConfig').map((call) => call.fields)
const engines = () => screen.findByRole('switch', { name: 'Search engines may list public items' })

afterEach(() => {
  cleanup()
  resetAnswers()
})

it('says how many items become listed before search engines are let in', async () => {
  answer(api.adminSetting.saveConfig, { regular: '8', api: '3', single: '0', sheet: '0' } as never)
  show()
  fireEvent.click(await engines())
  const dialog = within(await screen.findByRole('dialog', { name: 'Let search engines in?' }))
  expect(await dialog.findByText('11 items become listed by kind.')).toBeVisible()
  expect(dialog.getByText(/Regular items: 8 · API items: 3/)).toBeVisible()
  expect(sent()).toEqual([{ site_index: '1', index_default: 'kind', count_only: '1' }])
  fireEvent.click(dialog.getByRole('button', { name: 'Only chosen items' }))
  await waitFor(() => expect(sent()[1]).toEqual({ site_index: '1', index_default: 'none' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps the dialog with the reason when the site has no address', async () => {
  refuse(api.adminSetting.saveConfig, 'needsPublicUrl', 'Set PUBLIC_URL first')
  show()
  fireEvent.click(await engines())
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toContain('Set PUBLIC_URL first')
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await engines()).toHaveAttribute('aria-checked', 'false')
})

it('is switched off at once, and saves texts by their own button', async () => {
  answer(api.adminSetting.saveConfig, [])
  show({ site_index: '1', index_default: 'kind' })
  fireEvent.click(await engines())
  await waitFor(() => expect(sent()).toEqual([{ site_index: '0' }]))
  fireEvent.change(screen.getByLabelText(/Description of the site/), { target: { value: 'Manuals of our services' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save: Lists and files' }))
  await waitFor(() => expect(sent()[1]).toEqual({ site_description: 'Manuals of our services' }))
})

it('is where an address with its name leads', async () => {
  const shown = new Set<Element>()
  Element.prototype.scrollIntoView = function () {
    shown.add(this)
  }
  show({}, '#engines')
  const heading = await screen.findByRole('heading', { name: 'Search engines and agents' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect([...shown]).toEqual([heading])
})

it('switches agents off and on at once', async () => {
  answer(api.adminSetting.saveConfig, [])
  show()
  fireEvent.click(await screen.findByRole('switch', { name: 'Agents may read listed items without a token' }))
  await waitFor(() => expect(sent()).toEqual([{ mcp_open: '1' }]))
  fireEvent.click(screen.getByRole('switch', { name: 'Agents may use this site' }))
  await waitFor(() => expect(sent()[1]).toEqual({ mcp_on: '0' }))
})
