import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startProcess } from '../test/process/process.ts'

it('one server runs on a SQLite site: a second one ends before it touches the database, and a killed one does not block the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-only-'))
  const first = await startProcess(folder)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  onTestFinished(() => void first.child.kill('SIGKILL'))
  const second = startProcess(folder).then(({ child }) => child.kill('SIGKILL'))
  await expect(second).rejects.toThrow(/ended with 1 .*Another server runs on DATA_DIR .* Stop it first/s)
  expect((await fetch(`http://127.0.0.1:${first.port}/healthz`)).status).toBe(200)
  first.child.kill('SIGKILL')
  const third = await startProcess(folder)
  onTestFinished(() => void third.child.kill('SIGKILL'))
  expect((await fetch(`http://127.0.0.1:${third.port}/healthz`)).status).toBe(200)
})
