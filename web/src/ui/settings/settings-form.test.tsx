// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { open } from '../../test/screen.tsx'
import { FormText } from '../forms/form-fields.tsx'
import { Block } from './block.tsx'
import { Settings } from './reminder.tsx'
import { SettingsForm } from './settings-form.tsx'

interface Place extends Record<string, string> {
  city: string
  street: string
}
const stored: Place = { city: 'Bremen', street: 'Am Dobben' }
const reload = vi.fn(async () => stored)
const onSave = vi.fn(async (_changes: Partial<Place>, _all: Place): Promise<unknown> => undefined)

const show = () =>
  open(
    <Settings>
      <SettingsForm name="Place" stored={stored} reload={reload} onSave={onSave} call={{ path: 'test/save' }}>
        <Block title="Place" about="Where it is.">
          <FormText name="city" label="City" />
          <FormText name="street" label="Street" />
        </Block>
      </SettingsForm>
    </Settings>,
    '/here',
  )
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => screen.getByRole('button', { name: 'Save: Place' })

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  reload.mockImplementation(async () => stored)
})

it('can be saved once something is changed, and sends only the change', async () => {
  const answer = Promise.withResolvers<void>()
  onSave.mockImplementation(() => answer.promise)
  show()
  expect(save()).toHaveAttribute('aria-disabled', 'true')
  fireEvent.click(save())
  type('City', 'Kiel')
  expect(save()).toHaveAttribute('aria-disabled', 'false')
  expect(screen.getByText('Not saved yet')).toBeVisible()
  fireEvent.click(save())
  expect(await screen.findByText('Saving …')).toBeVisible()
  answer.resolve()
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(onSave.mock.calls).toEqual([[{ city: 'Kiel' }, { city: 'Kiel', street: 'Am Dobben' }]])
  type('City', 'Kiel 2')
  expect(screen.queryByText('Saved')).toBeNull()
})

it('counts text that is typed during a save as not saved', async () => {
  const answer = Promise.withResolvers<void>()
  onSave.mockImplementation(() => answer.promise)
  const { navigate } = show()
  type('City', 'Kiel')
  fireEvent.click(save())
  await waitFor(() => expect(onSave).toHaveBeenCalled())
  type('Street', 'Holtenauer Straße')
  answer.resolve()
  expect(await screen.findByText('Not saved yet')).toBeVisible()
  navigate('/elsewhere')
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

it('keeps what was typed after an error', async () => {
  onSave.mockRejectedValueOnce(new Error('The disk is full'))
  show()
  type('City', 'Kiel')
  fireEvent.click(save())
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
  expect(field('City').value).toBe('Kiel')
  expect(save()).toHaveAttribute('aria-disabled', 'false')
})

it('shows what another user has changed in other fields, and keeps it', async () => {
  reload.mockResolvedValueOnce({ ...stored, street: 'Osterdeich' })
  show()
  type('City', 'Kiel')
  fireEvent.click(save())
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(field('Street').value).toBe('Osterdeich')
  expect(onSave.mock.calls).toEqual([[{ city: 'Kiel' }, { city: 'Kiel', street: 'Osterdeich' }]])
})

it('replaces a value that another user has changed only when the user saves again', async () => {
  reload.mockResolvedValue({ ...stored, city: 'Emden' })
  show()
  type('City', 'Kiel')
  fireEvent.click(save())
  expect(await screen.findByText(/Another user has changed the same settings/)).toBeVisible()
  expect(screen.getByText('The server now has: Emden')).toBeVisible()
  expect(onSave).not.toHaveBeenCalled()
  expect(field('City').value).toBe('Kiel')
  fireEvent.click(save())
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(onSave.mock.calls).toEqual([[{ city: 'Kiel' }, { city: 'Kiel', street: 'Am Dobben' }]])
})
