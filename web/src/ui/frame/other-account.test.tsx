// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Account } from '../../lib/boot.ts'
import { setAccount } from '../../session/session.ts'
import { uiWords } from '../ui.words.ts'
import { Overlays } from './overlays.tsx'

/** Another window of this browser signs in. */
const elsewhere = (uid: string) =>
  act(() => {
    localStorage.setItem('sheaf.account', uid)
    dispatchEvent(new StorageEvent('storage', { key: 'sheaf.account', newValue: uid }))
  })

it('says that another window has signed in to another account, and not to the same one', () => {
  setAccount({ uid: '1', username: 'anna' } as Account)
  render(<Overlays />)
  elsewhere('1')
  expect(screen.queryByText(uiWords.en.otherAccount)).toBeNull()
  elsewhere('2')
  expect(screen.getByText(uiWords.en.otherAccount)).toBeVisible()
  expect(localStorage.getItem('sheaf.account')).toBe('2')
  // A draft that another window stores does not bring the closed message back.
  act(() => fireEvent.click(screen.getByRole('button', { name: uiWords.en.close })))
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'sheaf.draft', newValue: 'text' })))
  expect(screen.queryByText(uiWords.en.otherAccount)).toBeNull()
})
