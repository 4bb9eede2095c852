// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
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
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })

test('it is used with the keyboard alone', () => {
  show()
  const button = screen.getByRole('button', { name: 'More' })
  button.focus()
  press('ArrowDown')
  expect(here()).toBe('Rename')
  press('ArrowDown')
  expect(here()).toBe('Delete')
  press('ArrowDown')
  expect(here()).toBe('Rename')
  press('End')
  expect(here()).toBe('Delete')
  press('Home')
  expect(here()).toBe('Rename')
  press('Escape')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a letter goes to the next entry that begins with it', () => {
  show()
  const button = screen.getByRole('button', { name: 'More' })
  button.focus()
  press('ArrowDown')
  press('d')
  expect(here()).toBe('Delete')
  press('i')
  expect(here()).toBe('Delete')
  press('R')
  expect(here()).toBe('Rename')
})

test('choosing closes it', () => {
  show()
  const button = screen.getByRole('button', { name: 'More' })
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(chosen).toHaveBeenCalledWith('delete')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a press elsewhere closes it', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('Escape gives the focus to what asked for it', () => {
  const text = vi.fn()
  render(
    <MemoryRouter>
      <Menu label="Table" onEscape={text} button={(opener) => <button {...opener}>Table</button>}>
        <MenuItem>Add a row</MenuItem>
      </Menu>
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Table' }))
  fireEvent.keyDown(screen.getByRole('menuitem'), { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(text).toHaveBeenCalledOnce()
  expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'Table' }))
})
