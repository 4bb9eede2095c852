// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { enhanceArticle } from './article/body.tsx'
import { LookButton } from './look.tsx'

const html = document.documentElement
afterEach(() => {
  cleanup()
  delete html.dataset['reading']
})

const openPanel = () => {
  render(<LookButton />)
  fireEvent.click(screen.getByRole('button', { name: 'Text display' }))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('applies a choice immediately and stores it for the next page', () => {
  openPanel()
  press('Large')
  press('Wide')
  expect(html.dataset['reading']).toBe('large wide')
  expect(document.cookie).toContain('reading=large.wide')
  expect(screen.getByRole('button', { name: 'Large' }).getAttribute('aria-pressed')).toBe('true')
  press('Small')
  press('Normal')
  expect(html.dataset['reading']).toBe('small')
  press('Medium')
  expect(html.dataset['reading']).toBe('')
})

it('wraps all code blocks, and the button on a block excludes that block', () => {
  const article = document.createElement('article')
  article.innerHTML = '<div class="code"><button data-act="wrap" aria-pressed="false">w</button><pre><code>x</code></pre></div>'
  document.body.append(article)
  const end = enhanceArticle(article, { language: 'en' })
  const [block, button] = [article.querySelector('.code'), article.querySelector('button')]
  openPanel()
  fireEvent.click(screen.getByRole('switch', { name: 'Wrap long lines of code' }))
  expect([html.dataset['reading'], button?.getAttribute('aria-pressed')]).toEqual(['wrap', 'true'])
  button?.click()
  expect([block?.className, button?.getAttribute('aria-pressed')]).toEqual(['code nowrap', 'false'])
  button?.click()
  expect([block?.className, button?.getAttribute('aria-pressed')]).toEqual(['code wrap', 'true'])
  end()
  article.remove()
})
