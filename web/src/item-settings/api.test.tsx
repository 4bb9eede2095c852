// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { closeToast, getToasts } from '../ui/toast.tsx'
import { anItem } from './screen.given.ts'
import { ItemSettingScreen } from './screen.tsx'

const keys = { id: '1', item_id: '7', api_key: 'key-1', api_token: 'token-1', addtime: '1760000000', last_check_time: '0' }
const show = () => open(<ItemSettingScreen />, '/item/setting/7?tab=api', '/item/setting/:item_id')
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  answer(api.item.detail, anItem())
  answer(api.item.getKey, keys)
})
afterEach(() => {
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
})

it('shows the key, and the token on request, in the example too', async () => {
  show()
  await screen.findByLabelText('api_key')
  expect([field('api_key').value, field('api_key').type, field('api_key').readOnly]).toEqual(['key-1', 'textarea', true])
  expect(field('api_token').type).toBe('password')
  expect(screen.getByText(/--data-urlencode/).textContent).toContain('api_key=key-1')
  expect(screen.getByText(/--data-urlencode/).textContent).not.toContain('token-1')
  press('Show api_token')
  expect(field('api_token').type).toBe('textarea')
  expect(screen.getByText(/--data-urlencode/).textContent).toContain('api_token=token-1')
})

it('has scripts for comments and databases, filled in when copied or downloaded', async () => {
  const writeText = vi.fn(async (_text: string) => {})
  vi.stubGlobal('navigator', { ...navigator, language: 'en', clipboard: { writeText } })
  show()
  const tab = (name: string) => screen.getByRole('tab', { name })
  await screen.findByRole('tab', { name: 'One page' })
  expect(tab('One page').getAttribute('aria-selected')).toBe('true')
  tab('One page').focus()
  await userEvent.keyboard('{ArrowRight}')
  expect([tab('Code comments').getAttribute('aria-selected'), document.activeElement]).toEqual(['true', tab('Code comments')])
  expect(screen.getByText(/while IFS=/).textContent).not.toContain('token-1')
  fireEvent.click(screen.getAllByRole('button', { name: 'Copy' })[1] as HTMLElement)
  await waitFor(() => expect(writeText.mock.calls[0]?.[0]).toContain("api_key='key-1'\napi_token='token-1'"))
  expect(screen.getByRole('button', { name: 'Download sheaf_api.ps1' })).toBeVisible()
  fireEvent.click(tab('Database'))
  expect(screen.getByRole('button', { name: 'Download sheaf_db.sh' })).toBeVisible()
  await userEvent.click(tab('sheaf-push'))
  expect(screen.getByText(/^npx --no-install sheaf-push comments/).textContent).toContain("--key 'key-1'")
  await userEvent.keyboard('{ArrowRight}')
  expect(tab('One page').getAttribute('aria-selected')).toBe('true')
})

it('copies the token without showing it', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, language: 'en', clipboard: { writeText } })
  show()
  await screen.findByLabelText('api_token')
  press('Copy api_token')
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('token-1'))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
})

it('resets both after stating what stops working', async () => {
  answer(api.item.resetKey, () => {
    const next = { ...keys, api_key: 'key-2', api_token: 'token-2' }
    answer(api.item.getKey, next)
    return next
  })
  show()
  await screen.findByLabelText('api_key')
  press('Reset…')
  expect(screen.getByRole('dialog').textContent).toContain('stops working at once')
  expect(sentRequests.some((call) => call.path === 'item/resetKey')).toBe(false)
  press('Reset both')
  expect(await screen.findByDisplayValue('key-2')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Key and token are new')).toBeVisible()
})

it('leads to tokens, which act for a person', async () => {
  show()
  expect(await screen.findByRole('link', { name: 'Programs and agents' })).toHaveAttribute('href', '/user/tokens')
})

it('offers a retry', async () => {
  refuse(api.item.getKey, 'unexpected', 'Something went wrong')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
  answer(api.item.getKey, keys)
  press('Try again')
  expect(await screen.findByLabelText('api_key')).toBeVisible()
})
