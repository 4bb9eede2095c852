// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { open } from '../../test/screen.tsx'
import { DownloadMenu } from './download-menu.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (role: 'button' | 'menuitem', name: RegExp) => fireEvent.click(screen.getByRole(role, { name }))

it('downloads a source in one of three forms, each with what it is for', async () => {
  const asked: string[] = []
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return answer.promise
  })
  URL.createObjectURL = () => 'blob:x'
  open(<DownloadMenu source={{ source_id: '5', kind: 'openapi' }} />, '/item/sources/7/5')
  press('button', /Download/)
  expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
    'As receivedThe file of the version that pages show, byte for byte.',
    'With your wordsThe description with what people wrote on its pages, for tools and other readers.',
    'Your words aloneAn OpenAPI Overlay, to keep these words in the repository of the API.',
  ])
  press('menuitem', /With your words/)
  const button = await screen.findByRole('button', { name: 'Preparing…' })
  expect(button).toBeDisabled()
  answer.resolve(new Response('{}', { headers: { 'content-disposition': 'attachment; filename="orders-1-words.json"' } }))
  expect(await screen.findByText('“orders-1-words.json” is downloaded')).toBeVisible()
  expect(asked).toEqual(['/api/source/export?source_id=5&form=words&format='])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled())
})

it('says why a download failed, and can be tried again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error_code: 10103, error_message: 'No permission', error_name: 'noVisit' }))
  open(<DownloadMenu source={{ source_id: '5', kind: 'openapi' }} />, '/item/sources/7/5')
  press('button', /Download/)
  press('menuitem', /Your words alone/)
  expect(await screen.findByText('The file could not be downloaded')).toBeVisible()
  expect(screen.getByText('No permission')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled()
})

it('offers the file alone of a database, which has no form for words', async () => {
  open(<DownloadMenu source={{ source_id: '5', kind: 'database' }} />, '/item/sources/7/5')
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect((await screen.findAllByRole('menuitem')).map((one) => one.textContent)).toEqual([expect.stringMatching(/^As received/)])
})
