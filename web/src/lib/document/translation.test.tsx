// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { Fragment } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { followTranslation } from './translation.ts'

beforeAll(followTranslation)

/** Translates as a browser does, and lets the observer of the page see it. */
async function translate(root: Element) {
  const texts: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(text.data.toUpperCase())
    outer.append(inner)
    text.replaceWith(outer)
  }
  await act(async () => {})
}

const Line = ({ name, isNew, ended }: { name: string; isNew?: boolean; ended?: boolean }) => (
  <p>
    {isNew && <b>new </b>}
    {!ended && 'saved by '}
    {name}
  </p>
)

it('a translated text changes, leaves and gets elements before it as the texts of React do', async () => {
  const { container, rerender } = render(<Line name="emma" />)
  await translate(container)
  expect(container.textContent).toBe('SAVED BY EMMA')
  rerender(<Line name="liam" isNew />)
  await act(async () => {})
  expect(container.textContent).toBe('new SAVED BY liam')
  await translate(container)
  rerender(<Line name="liam" isNew ended />)
  await act(async () => {})
  expect(container.textContent).toBe('NEW LIAM')
  rerender(<Line name="liam" />)
  await act(async () => {})
  expect(container.textContent).toBe('saved by LIAM')
})

it('a translated text that moves to the end is there once', async () => {
  const Moving = ({ order }: { order: string[] }) => (
    <p>{order.map((key) => (key === 'text' ? <Fragment key={key}>saved</Fragment> : <b key={key}>by emma</b>))}</p>
  )
  const { container, rerender } = render(<Moving order={['text', 'name']} />)
  await translate(container)
  rerender(<Moving order={['name', 'text']} />)
  await act(async () => {})
  expect(container.textContent?.toLowerCase()).toBe('by emmasaved')
})

it('a node that was never there is still an error', () => {
  const text = document.createTextNode('text')
  expect(() => document.body.removeChild(text)).toThrow()
  expect(() => document.body.insertBefore(document.createElement('p'), text)).toThrow()
})
