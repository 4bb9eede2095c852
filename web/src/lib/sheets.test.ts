// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { registerInlineSheets } from './sheets.ts'

it('registers inlined style sheets without fetching them', () => {
  document.head.innerHTML = '<style data-sheet="/docs/assets/a.css">a{}</style><style>b{}</style>'
  registerInlineSheets()
  const links = [...document.querySelectorAll('link')]
  expect(links.map((link) => [link.getAttribute('href'), link.rel, link.disabled || link.hasAttribute('disabled')])).toEqual([
    ['/docs/assets/a.css', 'stylesheet', true],
  ])
})
