import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { hashPassword, showdocHash, showdocMd5, verifyPassword } from './password.ts'

const PASSWORD = 'correct horse 9'

it('leaves threads of the pool to files and saves while many passwords are compared', async () => {
  const hash = await hashPassword(PASSWORD)
  const fromShowdoc = showdocHash('', await hashPassword(showdocMd5(PASSWORD)))
  const ended: string[] = []
  const compared = Array.from({ length: 12 }, async (_, n) => {
    const isRight = await verifyPassword(n % 2 ? hash : fromShowdoc, PASSWORD)
    ended.push('password')
    return isRight
  })
  // The queue of the pool has its tasks now.
  await new Promise(setImmediate)
  const read = stat(import.meta.filename).then(() => ended.push('file'))
  expect(await Promise.all(compared)).toEqual(Array(12).fill(true))
  await read
  expect(ended.indexOf('file')).toBeLessThan(4)
})
