import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepCompositionKeys, useSettledText } from './composition.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Filter() {
  const [text, setText] = useState('')
  const { settled, composition } = useSettledText(text)
  return (
    <>
      <input aria-label="Filter" value={text} onChange={(event) => setText(event.target.value)} {...composition} />
      <output>{settled}</output>
    </>
  )
}

it.each([
  ['a computer waits for the word', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', ''],
  ['Android, which composes each word, does not', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'ord'],
])('%s', (_, agent, wanted) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  render(<Filter />)
  const field = screen.getByRole('textbox')
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: 'ord' } })
  expect(screen.getByRole('status')).toHaveTextContent(wanted)
  fireEvent.compositionEnd(field)
  expect(screen.getByRole('status')).toHaveTextContent('ord')
})

it('Enter within a word reaches the field on Android', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15; Pixel 9)')
  const listen = vi.spyOn(globalThis, 'addEventListener')
  keepCompositionKeys()
  expect(listen).not.toHaveBeenCalled()
})
