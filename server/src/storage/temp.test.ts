import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isAbandoned, makeTemp, processMark, sweepTemp } from './temp.ts'

const [here = '', pid = '', start = ''] = processMark.split('-')
const HOUR = 3_600_000
const now = Date.now()
/** A process id that is not in use. */
const NONE = '2147483646'

it.each([
  ['its own', `${processMark}-x`, 0, false],
  ['its own, at any age', `${processMark}-x`, 9 * HOUR, false],
  ['of an earlier process with the same id', `${here}-${pid}-00000000-x`, 0, true],
  ['of a process that has ended', `${here}-${NONE}-00000000-x`, 0, true],
  ['of a running process', `${here}-${process.ppid}-00000000-x`, 0, false],
  ['of a running process, and old', `${here}-${process.ppid}-00000000-x`, 2 * HOUR, true],
  ['of another machine', `00000000-${NONE}-${start.replaceAll(/./g, '1')}-x`, HOUR - 60_000, false],
  ['of another machine, and old', `00000000-${NONE}-11111111-x`, HOUR + 1000, true],
  ['without a mark', 'notes', 9 * HOUR, false],
])('R07: a temporary file that is %s', (_whose, name, age, isLeft) => {
  expect(isAbandoned(name, now - age, now)).toBe(isLeft)
})

it('R07: a sweep deletes abandoned folders with their content', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-temp-'))
  await sweepTemp(folder)
  const own = await makeTemp(folder)
  const old = (seconds: number, name: string, file: number) => {
    const path = join(folder, 'tmp', name)
    mkdirSync(path)
    writeFileSync(join(path, 'file'), 'x')
    utimesSync(join(path, 'file'), now / 1000 - file, now / 1000 - file)
    utimesSync(path, now / 1000 - seconds, now / 1000 - seconds)
    return path
  }
  const gone = old(0, `${here}-${NONE}-00000000-a`, 0)
  const far = old(8000, '00000000-1-00000000-b', 8000)
  // A process still writes into it.
  const busy = old(8000, '00000000-1-00000000-c', 10)
  await sweepTemp(folder)
  expect([own, gone, far, busy].map((path) => existsSync(path))).toEqual([true, false, false, true])
})
