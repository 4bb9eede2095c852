// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, forgetAnswers, refuse } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { HomeScreen } from './home-screen.tsx'

afterEach(() => {
  cleanup()
  forgetAnswers()
})

const setting = (home_page: string, home_item = '0') => answer(api.common.homePageSetting, { home_page, home_item, beian: '' })

test('2 leads to the login', async () => {
  setting('2')
  open(<HomeScreen />, '/')
  await screen.findByText('now at /user/login')
})

test('3 leads to the chosen item', async () => {
  setting('3', '17')
  open(<HomeScreen />, '/')
  await screen.findByText('now at /17')
})

test.each([() => setting('1'), () => setting('3'), () => refuse(api.common.homePageSetting, 500, 'no')])(
  'otherwise the page shows, with its ways to the login (%#)',
  async (given) => {
    given()
    open(<HomeScreen />, '/')
    await screen.findByRole('heading', { level: 1 })
    const links = ['Sign in', 'Start now'].flatMap((name) => screen.getAllByRole('link', { name }))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/user/login', '/user/login', '/user/login'])
  },
)
