import { readdirSync, readFileSync } from 'node:fs'
import { languages } from '@sheaf/contract/languages'
import { expect, it } from 'vitest'

const folder = 'web/public/pictures'
/** The limit of scripts/pictures.mjs. */
const BYTES_MAX = 120 * 1024

it('the home page has a WebP picture of each screen in every language and theme, and no others', () => {
  const names = ['reading', 'editor', 'items'].flatMap((screen) =>
    Object.values(languages).flatMap(({ pictures }) => [`${screen}${pictures}.webp`, `${screen}${pictures}-dark.webp`]),
  )
  expect(readdirSync(folder).sort()).toEqual(names.sort())
  for (const name of names) {
    const bytes = readFileSync(`${folder}/${name}`)
    expect([name, bytes.subarray(8, 12).toString(), bytes.length <= BYTES_MAX]).toEqual([name, 'WEBP', true])
  }
})
