// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { open } from '../../test/screen.tsx'
import { Form, required, useForm } from './form.tsx'
import { FormText } from './form-fields.tsx'

afterEach(cleanup)
const sent = vi.fn()

function Address() {
  const form = useForm({ city: '', street: '', again: '' })
  const same = (value: string, values: Record<string, string>) => (value === values['street'] ? undefined : 'Not the same street')
  const send = (values: typeof form.values) => {
    sent(values)
    form.refuse({ city: 'No such city' })
  }
  return (
    <Form form={form} onSubmit={send}>
      <FormText name="again" label="Street again" check={same} />
      <FormText name="city" label="City" check={required('Which city?')} help="As on a letter" />
      <FormText name="street" label="Street" check={required('Which street?')} checkOnBlur />
      <button type="submit">Send</button>
    </Form>
  )
}
const wrongs = () => screen.queryAllByRole('alert').map((one) => one.textContent)
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Send' }))

it('does not submit invalid fields, shows the error at each, and focuses the first', async () => {
  const user = userEvent.setup()
  open(<Address />, '/here')
  expect(screen.getByLabelText('City')).toHaveAccessibleDescription('As on a letter')
  await press(user)
  expect(sent).not.toHaveBeenCalled()
  expect(wrongs()).toEqual(['Which city?', 'Which street?'])
  expect(screen.getByLabelText('City')).toHaveFocus()
  expect(screen.getByLabelText('City')).toHaveAccessibleDescription('Which city?')
  expect(screen.getByLabelText('City')).toBeInvalid()
  await user.keyboard('Hamburg')
  expect(wrongs()).toEqual(['Which street?'])
})

it('validates a field again when the field it is compared with changes', async () => {
  const user = userEvent.setup()
  open(<Address />, '/here')
  await user.type(screen.getByLabelText('City'), 'Hamburg')
  await user.type(screen.getByLabelText('Street again'), 'Deich')
  await user.type(screen.getByLabelText('Street'), 'Deic')
  await press(user)
  expect(wrongs()).toEqual(['Not the same street'])
  await user.type(screen.getByLabelText('Street'), 'h')
  expect(wrongs()).toEqual([])
})

it('validates a field on blur, unless it is still empty', async () => {
  const user = userEvent.setup()
  open(<Address />, '/here')
  await user.click(screen.getByLabelText('Street'))
  await user.tab()
  expect(wrongs()).toEqual([])
  await user.type(screen.getByLabelText('Street'), ' ')
  await user.tab()
  expect(wrongs()).toEqual(['Which street?'])
})

it('shows a refusal of the server at its field until the field changes, and allows another submit', async () => {
  const user = userEvent.setup()
  sent.mockClear()
  open(<Address />, '/here')
  await user.type(screen.getByLabelText('City'), 'Atlantis')
  for (const label of ['Street', 'Street again']) await user.type(screen.getByLabelText(label), 'Deich')
  await press(user)
  expect(wrongs()).toEqual(['No such city'])
  await user.type(screen.getByLabelText('Street'), '1')
  expect(wrongs()).toContain('No such city')
  await user.type(screen.getByLabelText('Street again'), '1')
  await press(user)
  expect(sent).toHaveBeenCalledTimes(2)
  expect(sent).toHaveBeenLastCalledWith({ city: 'Atlantis', street: 'Deich1', again: 'Deich1' })
  await user.type(screen.getByLabelText('City'), '!')
  expect(wrongs()).toEqual([])
})
