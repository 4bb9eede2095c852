// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { patch } from './preview.tsx'

const html = (...blocks: [number, string][]) => blocks.map(([line, text]) => `<p data-line="${line}">${text}</p>\n`).join('')

it('replaces only changed blocks and keeps drawings in the others', () => {
  const root = document.createElement('div')
  const first = patch(root, [], html([0, 'one'], [2, 'two'], [4, 'three']))
  expect(first.fresh).toHaveLength(3)
  const [one, , three] = [...root.children]
  // Drawing a diagram replaces the element of the block.
  const drawn = document.createElement('figure')
  three?.replaceWith(drawn)

  const second = patch(root, first.blocks, html([0, 'one'], [2, 'TWO'], [4, 'more'], [6, 'three']))
  expect([...root.children].map((child) => child.textContent)).toEqual(['one', 'TWO', 'more', ''])
  expect(root.children[0]).toBe(one)
  expect(root.children[3]).toBe(drawn)
  expect(second.fresh.map((element) => element.textContent)).toEqual(['TWO', 'more'])
  expect(second.blocks.map((block) => block.line)).toEqual([0, 2, 4, 6])

  const third = patch(root, second.blocks, html([0, 'one']))
  expect([...root.children]).toEqual([one])
  patch(root, third.blocks, '')
  expect(root.children).toHaveLength(0)
})

it('redraws everything if other code changed the number of blocks', () => {
  const root = document.createElement('div')
  const { blocks } = patch(root, [], html([0, 'one']))
  root.append(document.createElement('hr'))
  patch(root, blocks, html([0, 'one'], [2, 'two']))
  expect(root.textContent).toBe('onetwo')
})

it('never lets line numbers decrease', () => {
  const root = document.createElement('div')
  const { blocks } = patch(root, [], '<p data-line="5">a</p><section>notes</section><p data-line="3">b</p>')
  expect(blocks.map((block) => block.line)).toEqual([5, 5, 5])
})
