// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Gauge, Users } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { open } from '../../test/screen.tsx'
import { SectionFrame } from './section-frame.tsx'

afterEach(cleanup)

function Console() {
  const [address] = useSearchParams()
  return (
    <SectionFrame
      label="Parts"
      back={{ to: '/back', text: 'Back' }}
      title="Console"
      groups={[
        { sections: [{ name: 'overview', to: '/console', text: 'Overview', icon: Gauge }] },
        { title: 'People', sections: [{ name: 'users', to: '/console?section=users', text: 'Users', icon: Users }] },
      ]}
      current={address.get('section') ?? 'overview'}
    >
      <h1>Content</h1>
    </SectionFrame>
  )
}
const opener = () => screen.getByRole('button', { name: /^Console/ })

it('lists the sections in named groups and marks the current one', () => {
  open(<Console />, '/console')
  expect(within(screen.getByRole('group', { name: 'People' })).getByRole('link', { name: 'Users' })).toBeVisible()
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Overview')
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Content' })).toBeVisible()
})

it('opens as a list in a narrow window, which closes with Escape and with a choice', async () => {
  open(<Console />, '/console')
  expect(opener()).toHaveTextContent('Console Overview')
  fireEvent.click(opener())
  expect(opener()).toHaveAttribute('aria-expanded', 'true')
  fireEvent.keyDown(screen.getByRole('link', { name: 'Users' }), { key: 'Escape' })
  expect(opener()).toHaveAttribute('aria-expanded', 'false')
  expect(opener()).toHaveFocus()
  fireEvent.click(opener())
  fireEvent.click(screen.getByRole('link', { name: 'Users' }))
  expect(await screen.findByText('Console', { selector: 'button span' })).toBeVisible()
  expect(opener()).toHaveTextContent('Console Users')
  expect(opener()).toHaveAttribute('aria-expanded', 'false')
})
