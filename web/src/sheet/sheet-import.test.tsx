// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { open } from '../test/screen.tsx'
import { SheetImport } from './sheet-import.tsx'
import type { SheetState } from './state.ts'

afterEach(cleanup)

const work: Pick<SheetState, 'read' | 'replace'> = { read: () => '[]', replace: () => {} }

function drop(target: Element, files: File[]) {
  const event = createEvent.drop(target, { dataTransfer: { types: ['Files'], files } })
  fireEvent(target, event)
  return event
}
const notSheet = () => new File(['a text'], 'letter.docx')

test('ignores a file dropped outside the field, and reads a file dropped on it', async () => {
  open(<SheetImport work={work as SheetState} onClose={() => {}} />, '/12')
  const title = screen.getByRole('heading', { name: 'Import an Excel file' })
  expect(drop(title, [notSheet()]).defaultPrevented).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  drop(screen.getByRole('button', { name: /Choose a file/ }), [notSheet()])
  expect((await screen.findByRole('alert')).textContent).toContain('The file could not be imported')
})
