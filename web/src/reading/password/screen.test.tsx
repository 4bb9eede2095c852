// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { ItemPasswordScreen } from './screen.tsx'

const field = () => screen.getByLabelText('Visit password') as HTMLInputElement
const enter = (password: string, code?: string) => {
  fireEvent.change(field(), { target: { value: password } })
  if (code !== undefined) fireEvent.change(screen.getByLabelText('Characters in the picture'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
}
const sent = () => sentRequests.filter((call) => call.path === 'item/pwd').map((call) => call.fields)
const picture = () => screen.getByRole('img', { name: 'Picture with the characters' }).getAttribute('src')
const show = (address: string) => open(<ItemPasswordScreen />, address, '/item/password/:item_id')

afterEach(() => {
  cleanup()
  resetAnswers()
})

it('returns to the address in the redirect parameter', async () => {
  answer(api.item.pwd, { refer_url: '' })
  show('/item/password/12?page_id=34&redirect=%2Forders%2F34')
  enter('open sesame')
  expect(await screen.findByText('now at /orders/34')).toBeVisible()
  expect(sent()).toEqual([expect.objectContaining({ item_id: '12', page_id: '34', password: 'open sesame' })])
})

it.each([
  ['/item/password/12', 'now at /12'],
  ['/item/password/12?redirect=%2F%2Fevil.example', 'now at /12'],
  ['/item/password/0?page_id=34', 'now at /page/34'],
])('selects a safe return address for %s', async (address, place) => {
  answer(api.item.pwd, { refer_url: '' })
  show(address)
  enter('open sesame')
  expect(await screen.findByText(place)).toBeVisible()
})

it('requires a password before it sends a request', () => {
  show('/item/password/12')
  enter('')
  expect(screen.getByRole('alert').textContent).toBe('Please enter the visit password')
  expect(sent()).toEqual([])
})

it('reports a wrong password and selects it', async () => {
  refuse(api.item.pwd, 'wrongVisitPassword')
  show('/item/password/12')
  enter('nope')
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong password')
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(field().selectionEnd).toBe(4)
  expect(screen.queryByLabelText('Characters in the picture')).toBeNull()
})

it.each(['wrongVisitPasswordOften', 'captchaWrong'] as const)(
  'requires a captcha after the error %s, with a new picture for each attempt',
  async (error) => {
    refuse(api.item.pwd, error, 'no')
    show('/item/password/12')
    enter('nope')
    await screen.findByLabelText('Characters in the picture')
    const first = picture()
    expect(first).toContain('/api/common/verify?')
    fireEvent.click(screen.getByRole('button', { name: 'Show another picture' }))
    const second = picture()
    expect(second).not.toBe(first)

    enter('open sesame', '')
    expect(screen.getByRole('alert').textContent).toBe('Please enter the characters in the picture')
    expect(sent()).toHaveLength(1)

    refuse(api.item.pwd, 'captchaWrong', 'Please enter the characters')
    enter('open sesame', 'wrong')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter the characters')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Characters in the picture')))
    expect(picture()).not.toBe(second)

    answer(api.item.pwd, { refer_url: '' })
    enter('open sesame', ' abc12 ')
    expect(await screen.findByText('now at /12')).toBeVisible()
    expect(sent().at(-1)).toMatchObject({ password: 'open sesame', v_code: 'abc12' })
  },
)

it('lets a member sign in and return', () => {
  show('/item/password/12?redirect=%2Forders%2F34')
  const link = screen.getAllByRole('link', { name: 'Sign in' }).at(-1)
  expect(link?.getAttribute('href')).toBe('/user/login?redirect=%2Forders%2F34')
})

it('can show the typed password', () => {
  show('/item/password/12')
  expect(field().type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show the password' }))
  expect(field().type).toBe('text')
})
