import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { loggedError } from './observe.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-logged-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** Line 3 of the bundle is line 17 of the source. */
const map = { version: 3, sources: ['../src/rooms/page.ts'], names: [], mappings: ';;AAgBA' }

function thrown(name: string) {
  const error = new Error('no such thing')
  error.stack = `Error: no such thing\n    at save (${pathToFileURL(join(folder, name))}:3:9)\n    at async node:internal/x:1:2`
  return error
}

it('names the line of the source', () => {
  writeFileSync(join(folder, 'main.js.map'), JSON.stringify(map))
  const { stack, message } = loggedError(thrown('main.js'))
  expect(message).toBe('no such thing')
  expect(stack).toMatch(/^Error: no such thing\n {4}at save \(.*src\/rooms\/page\.ts:17:1\)\n {4}at async node:internal\/x:1:2$/)
})

it('does not change a line without a source map, or with one that cannot be read', () => {
  writeFileSync(join(folder, 'broken.js.map'), '{')
  for (const name of ['bare.js', 'broken.js']) {
    const error = thrown(name)
    expect(loggedError(error).stack).toBe(error.stack)
  }
})

it('returns a thrown value that is not an error unchanged', () => {
  expect(loggedError('only words' as unknown as Error)).toBe('only words')
})
