// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { open } from '../../test/screen.tsx'
import { Combobox, ManyCombobox } from './combobox.tsx'

afterEach(cleanup)
const options = ['Orders', 'Orders and returns', '订单 服务', 'Warehouse'].map((label, n) => ({ value: String(n), label }))
const shown = () => screen.queryAllByRole('option').map((option) => option.textContent)
const field = () => screen.getByRole<HTMLInputElement>('combobox')

describe('a combobox for one option', () => {
  function One({ many = options, onType = () => {} }: { many?: typeof options; onType?: (words: string) => void }) {
    const [value, setValue] = useState<string>()
    return (
      <Combobox
        aria-label="Item"
        placeholder="Choose"
        options={many}
        value={value}
        onChange={setValue}
        onType={onType}
        onClear={() => setValue(undefined)}
      />
    )
  }

  it('finds an option by typing, selects it by keyboard and shows its name', async () => {
    const user = userEvent.setup()
    open(<One />, '/here')
    await user.click(field())
    expect(field()).toHaveAttribute('aria-expanded', 'true')
    expect(shown()).toHaveLength(4)
    await user.keyboard('return ord')
    expect(shown()).toEqual(['Orders and returns'])
    await user.keyboard('{Enter}')
    expect(field().value).toBe('Orders and returns')
    expect(shown()).toEqual([])
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
    expect(active).toHaveTextContent('订单 服务')
    await user.keyboard('{Escape}')
    expect([field().value, shown()]).toEqual(['Orders and returns', []])
  })

  it('shows when nothing matches, and clears the typed text on blur', async () => {
    const user = userEvent.setup()
    open(<One />, '/here')
    await user.click(field())
    await user.keyboard('nowhere')
    expect(screen.getByRole('status')).toHaveTextContent('No match for “nowhere”')
    await user.tab()
    expect([field().value, screen.queryByRole('status')]).toEqual(['', null])
  })

  it('can be cleared', async () => {
    const user = userEvent.setup()
    open(<One />, '/here')
    await user.click(field())
    await user.click(screen.getByRole('option', { name: 'Warehouse' }))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(field().value).toBe('')
  })

  it('finds and asks nothing while an input method composes', async () => {
    const asked: string[] = []
    open(<One onType={(words) => asked.push(words)} />, '/here')
    await userEvent.click(field())
    fireEvent.compositionStart(field())
    fireEvent.input(field(), { target: { value: 'ding' }, isComposing: true })
    expect(field().value).toBe('ding')
    expect(shown()).toHaveLength(4)
    fireEvent.input(field(), { target: { value: '订' }, isComposing: true })
    fireEvent.compositionEnd(field())
    expect(shown()).toEqual(['订单 服务'])
    expect(asked).toEqual(['', '订'])
  })

  it('shows fifty of thousands of options and a note that there are more', async () => {
    const user = userEvent.setup()
    open(<One many={Array.from({ length: 5000 }, (_, n) => ({ value: String(n), label: `Item ${n}` }))} />, '/here')
    await user.click(field())
    expect(shown()).toHaveLength(50)
    expect(screen.getByText('4950 more: type to find them')).toBeVisible()
  })
})

describe('a combobox for several options', () => {
  function Some({ max = 10 }: { max?: number }) {
    const [values, setValues] = useState<string[]>([])
    return <ManyCombobox aria-label="Items" placeholder="Choose" options={options} values={values} onChange={setValues} max={max} />
  }
  const chosen = () => screen.queryAllByRole('button', { name: /^Take out/ }).map((one) => one.getAttribute('aria-label'))

  it('stays open after a selection, and Backspace removes the last one', async () => {
    const user = userEvent.setup()
    open(<Some />, '/here')
    await user.click(field())
    await user.keyboard('ware{Enter}')
    await user.click(screen.getByRole('option', { name: 'Orders' }))
    expect(chosen()).toEqual(['Take out Warehouse', 'Take out Orders'])
    expect(screen.getByRole('option', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Backspace}')
    expect(chosen()).toEqual(['Take out Warehouse'])
    await user.click(screen.getByRole('option', { name: 'Warehouse' }))
    expect(chosen()).toEqual([])
  })

  it('accepts no more than the maximum', async () => {
    const user = userEvent.setup()
    open(<Some max={2} />, '/here')
    await user.click(field())
    for (const name of ['Orders', 'Warehouse', '订单 服务']) await user.click(screen.getByRole('option', { name }))
    expect(chosen()).toEqual(['Take out Orders', 'Take out Warehouse'])
  })
})
