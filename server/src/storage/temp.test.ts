import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isLeftBehind, makeTemp, mark, sweepTemp } from './temp.ts'

const [here = '', pid = '', start = ''] = mark.split('-')
const HOUR = 3_600_000
const now = Date.now()
/** No process has this number. */
const NONE = '2147483646'

it.each([
  ['one’s own', `${mark}-x`, 0, false],
  ['one’s own, however old', `${mark}-x`, 9 * HOUR, false],
  ['of the process that had this number before', `${here}-${pid}-00000000-x`, 0, true],
  ['of a process that is gone', `${here}-${NONE}-00000000-x`, 0, true],
  ['of a process that is there', `${here}-${process.ppid}-00000000-x`, 0, false],
  ['of a process that is there, and old', `${here}-${process.ppid}-00000000-x`, 2 * HOUR, true],
  ['of another machine', `00000000-${NONE}-${start.replaceAll(/./g, '1')}-x`, HOUR - 60_000, false],
  ['of another machine, and old', `00000000-${NONE}-11111111-x`, HOUR + 1000, true],
  ['of nobody', 'notes', 9 * HOUR, false],
])('R07: what is %s', (_whose, name, age, isLeft) => {
  expect(isLeftBehind(name, now - age, now)).toBe(isLeft)
})

it('R07: a sweep takes what is left behind, with all that is in it', async () => {
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
  // Somebody still writes into it.
  const busy = old(8000, '00000000-1-00000000-c', 10)
  await sweepTemp(folder)
  expect([own, gone, far, busy].map((path) => existsSync(path))).toEqual([true, false, false, true])
})
