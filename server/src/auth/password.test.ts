import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { comparisonsFor, hashPassword, showdocHash, showdocMd5, verifyPassword } from './password.ts'

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

it.each(['plain', `a<b & "c" isn't`, 'x'.repeat(1001)])(
  'S09: a wrong %j is compared as often for every kind of account as for none',
  async (wrong) => {
    const [own, blank] = [await hashPassword(PASSWORD), await hashPassword('blank')]
    const fromShowdoc = showdocHash('salt', await hashPassword(showdocMd5(PASSWORD, 'salt')))
    const counts = [own, fromShowdoc, ''].map((hash) => comparisonsFor(hash, wrong, blank).length)
    expect(new Set(counts).size).toBe(1)
    for (const hash of [own, fromShowdoc, '']) expect(await verifyPassword(hash, wrong)).toBe(false)
  },
)

it.each(['', 'showdoc:', 'damaged'])('accepts no text for an account with the hash %j', async (hash) => {
  for (const text of ['', hash, PASSWORD]) expect(await verifyPassword(hash, text)).toBe(false)
})
