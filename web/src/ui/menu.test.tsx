// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { IconButton } from './icon-button.tsx'
import { Menu, MenuItem } from './menu.tsx'

afterEach(cleanup)

const chosen = vi.fn()
const show = () =>
  render(
    <MemoryRouter>
      <Menu
        label="More"
        button={(opener) => (
          <IconButton name="More" {...opener}>
            …
          </IconButton>
        )}
      >
        <MenuItem onSelect={() => chosen('rename')}>Rename</MenuItem>
        <MenuItem disabled>Impossible</MenuItem>
        <MenuItem onSelect={() => chosen('delete')}>Delete</MenuItem>
      </Menu>
    </MemoryRouter>,
  )
const here = () => document.activeElement?.textContent
const press = (...keys: string[]) => userEvent.keyboard(keys.map((key) => (key.length > 1 ? `{${key}}` : key)).join(''))

test('can be used with the keyboard only', async () => {
  show()
  const button = screen.getByRole('button', { name: 'More' })
  await userEvent.tab()
  expect(button).toHaveFocus()
  await press('ArrowDown')
  expect(here()).toBe('Rename')
  await press('ArrowDown')
  expect(here()).toBe('Delete')
  await press('ArrowDown')
  expect(here()).toBe('Rename')
  await press('End')
  expect(here()).toBe('Delete')
  await press('Home')
  expect(here()).toBe('Rename')
  await press('Escape')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a letter focuses the next entry that starts with it', async () => {
  show()
  const button = screen.getByRole('button', { name: 'More' })
  await userEvent.tab()
  expect(button).toHaveFocus()
  await press('ArrowDown')
  await press('d')
  expect(here()).toBe('Delete')
  await press('i')
  expect(here()).toBe('Delete')
  await press('R')
  expect(here()).toBe('Rename')
})

test('closes after a selection', async () => {
  show()
  const button = screen.getByRole('button', { name: 'More' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(chosen).toHaveBeenCalledWith('delete')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('closes on a click outside', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.pointer({ keys: '[MouseLeft>]', target: document.body })
  expect(screen.queryByRole('menu')).toBeNull()
})

test('Escape calls onEscape instead of focusing the button', async () => {
  const onEscape = vi.fn()
  render(
    <MemoryRouter>
      <Menu label="Table" onEscape={onEscape} button={(opener) => <button {...opener}>Table</button>}>
        <MenuItem>Add a row</MenuItem>
      </Menu>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Table' }))
  screen.getByRole('menuitem').focus()
  await press('Escape')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(onEscape).toHaveBeenCalledOnce()
  expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'Table' }))
})
