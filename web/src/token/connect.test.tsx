// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type Boot, BootContext, readBoot } from '../lib/boot.ts'
import { Connect } from './connect.tsx'

afterEach(cleanup)

const show = (more: Partial<Boot>, token?: string) =>
  render(
    <BootContext value={{ ...readBoot(), site: 'https://docs.example.com', agentSignIn: true, ...more }}>
      <Connect token={token} />
    </BootContext>,
  )
const lines = () => screen.getByRole('tabpanel').querySelector('pre')?.textContent

it('shows the address and the lines of each agent', () => {
  show({})
  expect(screen.getByText('https://docs.example.com/mcp', { exact: true })).toBeInTheDocument()
  expect(lines()).toBe('claude mcp add --transport http sheaf https://docs.example.com/mcp')
  expect(screen.getByText(/^Your browser then asks/)).toBeVisible()
  for (const [name, text] of [
    ['Cursor', '"mcpServers"'],
    ['VS Code', '"type": "http"'],
    ['Codex', '[mcp_servers.sheaf]'],
    ['Others', 'Authorization: Bearer sheaf_pat_…'],
  ] as const) {
    fireEvent.click(screen.getByRole('tab', { name }))
    expect(lines()).toContain(text)
    expect(lines()).toContain('https://docs.example.com/mcp')
  }
})

it('changes the agent with the arrow keys', () => {
  show({})
  const list = screen.getByRole('tablist', { name: 'Agent' })
  fireEvent.keyDown(list, { key: 'ArrowLeft' })
  expect(screen.getByRole('tab', { name: 'Others' })).toHaveFocus()
  fireEvent.keyDown(list, { key: 'ArrowRight' })
  expect(screen.getByRole('tab', { name: 'Claude Code', selected: true })).toHaveFocus()
})

it('contains the token that was just created, and asks for one where agents cannot sign in', () => {
  show({ agentSignIn: false })
  expect(lines()).toContain('Bearer sheaf_pat_…')
  expect(screen.getByText(/^Create a token first/)).toBeVisible()
  cleanup()
  show({}, 'sheaf_pat_abc')
  for (const name of ['Claude Code', 'Cursor', 'VS Code', 'Codex', 'Others']) {
    fireEvent.click(screen.getByRole('tab', { name }))
    expect(lines()).toContain('Bearer sheaf_pat_abc')
  }
})

it('says that agents are switched off', () => {
  show({ agents: false })
  expect(screen.getByRole('note').textContent).toContain('An administrator has switched off agents')
  expect(screen.queryByRole('tab')).toBeNull()
})
