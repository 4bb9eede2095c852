// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { FieldWords } from './field-words.tsx'

type Read = Answer<'source', 'words'>

const html = `<div class="call"><div class="spot" data-words="description" hidden></div><div class="params">
<div class="param" id="body.quantity"><div class="phead"><a class="pname" href="#body.quantity">quantity</a></div><div class="words"><p>How many</p></div></div>
<div class="param" id="body.lines.sku" data-words="body.lines[].sku"><div class="phead"><a class="pname" href="#body.lines.sku">sku</a></div></div>
<div class="param" id="section-1.x" data-words=""><div class="phead">x</div></div></div></div>`

const word = { path: 'body.lines.sku', mode: 'add', words: 'As printed.', state: 'same', base: '', now: '', suggested: '', homes: [] }
const words = (more: Partial<Read> = {}): Read => ({ version: '3', source_id: '5', words: [word], unreadable: [], schemas: [], ...more })
const row: Answer<'source', 'saveWords'> = {
  page_id: '4',
  author_uid: '1',
  author_username: 'emma',
  item_id: '12',
  cat_id: '0',
  page_title: 'Create an order',
  page_content: '',
  s_number: '99',
  page_comments: '',
  is_del: '0',
  version: '4',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  addtime: '1795106400',
}
const sent = () => sentRequests.filter(({ path }) => path === 'source/saveWords').map(({ fields }) => fields)

function show(version = '3', shown = html) {
  const root = createRef<HTMLDivElement>()
  open(
    <>
      <div ref={root} className="art" dangerouslySetInnerHTML={{ __html: shown }} />
      <FieldWords page_id="4" version={version} html={shown} root={root} />
    </>,
    '/12/4',
  )
}
const write = async (button: string, text: string) => {
  fireEvent.click(await screen.findByRole('button', { name: button }))
  const area = await screen.findByRole('textbox')
  fireEvent.change(area, { target: { value: text } })
  return area
}

beforeEach(() => {
  resetAnswers()
  answer(api.source.words, words())
})
afterEach(cleanup)

it('offers a pencil at each place, and writes below the words of the source', async () => {
  answer(api.source.saveWords, row)
  show()
  const area = await write('Write about body.quantity', 'At most 999.')
  expect(screen.queryByRole('button', { name: /section-1/ })).toBeNull()
  expect(screen.getByText('Write about what this page describes')).toBeVisible()
  expect(within(area.closest('.param') as HTMLElement).getByText('How many')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add below' })).toHaveAttribute('aria-pressed', 'true')
  fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(sent()).toMatchObject([{ page_id: '4', path: 'body.quantity', mode: 'add', words: 'At most 999.', base_version: '3' }])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Write about body.quantity' })).toHaveFocus())
})

it('has the cursor in the form: it is in the document before it gets the focus, which browsers require and jsdom does not', async () => {
  const isThere: boolean[] = []
  const focus = vi.spyOn(HTMLTextAreaElement.prototype, 'focus').mockImplementation(function (this: HTMLElement) {
    isThere.push(this.isConnected)
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Change your words about body.lines[].sku' }))
  await screen.findByRole('textbox')
  focus.mockRestore()
  expect(isThere[0]).toBe(true)
})

it('changes, moves and removes words under the path that they have; Escape closes the form', async () => {
  answer(api.source.saveWords, row)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Change your words about body.lines[].sku' }))
  expect(await screen.findByRole('textbox')).toHaveValue('As printed.')
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await write('Change your words about body.lines[].sku', 'The article number.')
  fireEvent.click(screen.getByRole('button', { name: 'Replace' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ path: 'body.lines.sku', mode: 'replace', words: 'The article number.', alone: 'true' })
  fireEvent.click(await screen.findByRole('button', { name: 'Change your words about body.lines[].sku' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove your words' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ path: 'body.lines.sku', mode: 'add', words: '' })
})

it('shows the newer words when another person has changed them, and keeps what was typed', async () => {
  show()
  await write('Change your words about body.lines[].sku', 'Mine')
  refuse(api.source.saveWords, 'versionOutdated', 'Changed by Liam')
  answer(api.source.words, words({ version: '4', words: [{ ...word, words: 'Theirs' }] }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The words that are saved now are below')
  expect(screen.getByText('Theirs')).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('Mine')
  answer(api.source.saveWords, row)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ words: 'Mine', base_version: '4' }))
})

it('saves again by itself when only other places were changed', async () => {
  show()
  await write('Write about body.quantity', 'Mine')
  refuse(api.source.saveWords, 'versionOutdated', 'Changed by Liam')
  answer(api.source.words, () => {
    answer(api.source.saveWords, row)
    return words({ version: '4' })
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ words: 'Mine', base_version: '4' }))
})

it('reads the words again when the page has a newer version', async () => {
  answer(api.source.words, () => {
    answer(api.source.words, words({ version: '4', words: [{ ...word, path: 'body.quantity' }] }))
    return words()
  })
  show('4')
  expect(await screen.findByRole('button', { name: 'Change your words about body.quantity' })).toBeVisible()
})

it('lists words without a place and lines that cannot be read', async () => {
  answer(api.source.words, words({ words: [{ ...word, path: 'body.old', state: 'homeless' }], unreadable: ['no colon here'] }))
  answer(api.source.saveWords, row)
  show()
  const region = await screen.findByRole('region', { name: 'Words without a place' })
  expect(within(region).getByText('As printed.')).toBeVisible()
  expect(screen.getByText('no colon here')).toBeVisible()
  fireEvent.click(within(region).getByRole('button', { name: 'Remove the words about body.old' }))
  await waitFor(() => expect(sent()).toMatchObject([{ path: 'body.old', mode: 'add', words: '' }]))
})

it('moves words without a place to the one that is suggested', async () => {
  const lost = { ...word, path: 'body.old', state: 'homeless', suggested: 'body.quantity', homes: ['body.quantity', 'description'] }
  answer(api.source.words, words({ words: [lost] }))
  answer(api.source.decide, { done: 1, refused: [] })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Move the words about body.old to body.quantity' }))
  const decided = () => sentRequests.filter(({ path }) => path === 'source/decide').map(({ fields }) => fields)
  await waitFor(() => expect(decided()).toHaveLength(1))
  expect(decided()[0]).toMatchObject({
    source_id: '5',
    words: JSON.stringify([{ page_id: 4, path: 'body.old', mode: 'add', choice: 'move', to: 'body.quantity' }]),
  })
})

const line = { schema: 'Line', page_id: '9', item_id: '12', version: '7' }
const inLine = 'data-schema="Line" data-inside="fields.sku"'

it('writes everywhere the schema of a field is used, to the version of its page, and keeps what was typed', async () => {
  answer(api.source.saveWords, row)
  answer(api.source.words, words({ schemas: [{ ...line, words: [] }] }))
  show('3', html.replace('id="body.quantity"', `id="body.quantity" ${inLine}`))
  await write('Write about body.quantity', 'Eight digits.')
  expect(screen.getByRole('radio', { name: 'Here' })).toBeChecked()
  fireEvent.click(screen.getByRole('radio', { name: 'Everywhere Line is used' }))
  expect(await screen.findByRole('textbox')).toHaveValue('Eight digits.')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ page_id: '4', schema: 'Line', path: 'fields.sku', words: 'Eight digits.', base_version: '7' })
})

it('names the schema whose words a field shows, and changes these', async () => {
  answer(api.source.words, words({ schemas: [{ ...line, words: [{ ...word, path: 'fields.sku' }] }] }))
  show('3', html.replace('id="body.quantity"', `id="body.quantity" ${inLine} data-from="Line"`))
  expect(await screen.findByRole('link', { name: 'Line' })).toHaveAttribute('href', '/12/9')
  fireEvent.click(screen.getByRole('button', { name: 'Change your words about body.quantity' }))
  expect(await screen.findByRole('textbox')).toHaveValue('As printed.')
  expect(screen.getByRole('radio', { name: 'Everywhere Line is used' })).toBeChecked()
  expect(screen.queryByRole('radio', { name: 'Here' })).not.toBeChecked()
})
