import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it, vi } from 'vitest'
import { closeWorkers, inBounds, inWorker, untilLast } from './workers.ts'

const home = new URL('../test/process/x.ts', import.meta.url).href
const bounds = { threads: 2, megabytes: 64, milliseconds: 1000, waiting: 20 }
const work = (kind: string) => inBounds<{ kind: string }, { kind: string; environment: string[] }>(home, 'endless', { kind }, bounds)
const fine = { kind: 'fine', environment: [] }

afterAll(closeWorkers)

it('S95: terminates work over its time or memory limit without affecting other work; threads get no environment', async () => {
  expect(await work('fine')).toEqual(fine)
  for (const kind of ['time', 'memory', 'time']) {
    const ended = expect(work(kind)).rejects.toThrow()
    expect(await work('fine')).toEqual(fine)
    await ended
    expect(await work('fine')).toEqual(fine)
  }
})

it('works again after a shutdown', async () => {
  await closeWorkers()
  expect(await work('fine')).toEqual(fine)
})

it('the threads end with the last server of a process, not with the first', async () => {
  const keep = untilLast(closeWorkers)
  const [endFirst, endLast] = [keep(), keep()]
  const running = work('fine')
  await endFirst()
  await endFirst()
  expect(await running).toEqual(fine)
  const endless = inBounds(home, 'endless', { kind: 'time' }, { ...bounds, milliseconds: 60_000 })
  await Promise.all([expect(endless).rejects.toThrow(), endLast()])
})

it('works fail whose threads cannot start, and succeed when these can', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-threads-'))
  const place = pathToFileURL(join(folder, 'x.ts')).href
  const run = () => inWorker<object, string>(place, 'late', {})
  for (const end of await Promise.allSettled([run(), run(), inBounds(place, 'late', {}, bounds)])) expect(end.status).toBe('rejected')
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ code: 'ERR_MODULE_NOT_FOUND' }))
  writeFileSync(join(folder, 'late.worker.ts'), "export default () => 'done'")
  expect(await run()).toBe('done')
  await closeWorkers()
  rmSync(folder, { recursive: true, force: true })
  warn.mockRestore()
})
