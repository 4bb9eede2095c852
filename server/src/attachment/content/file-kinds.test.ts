import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { extensionOf, isDangerous, isPlayable, kinds, pictures } from './file-kinds.rules.ts'

it.each(['en/2-Writing', 'zh/2-书写'])('S61: the manual contains the complete list: %s', (folder) => {
  const manual = readFileSync(`docs/manual/${folder}/7-attachments.md`, 'utf8')
  const [, section = ''] = /\{#kinds\}(.*?)\n\| (?:Limit|限制) \|/s.exec(manual) ?? []
  const rows = section.split('\n').filter((line) => /^\|[^|]+\| [a-z0-9 ]+ \|$/.test(line))
  const listed = rows.flatMap((line) => line.split('|')[2]?.trim().split(' ') ?? [])
  expect(listed.toSorted()).toEqual([...Object.keys(pictures), ...Object.keys(kinds)].toSorted())
})

it('S61: the list contains no executable formats, and no type that a browser renders as a page', () => {
  for (const [extension, { type }] of Object.entries(kinds)) {
    expect([extension, isDangerous(`a.${extension}`), extensionOf(`a.${extension}`)]).toEqual([extension, false, extension])
    expect(type).not.toMatch(/html|xml$|svg|javascript|x-sh/)
  }
  expect(
    Object.values(kinds)
      .filter(({ type }) => isPlayable(type))
      .every(({ type }) => /^(audio|video)\//.test(type)),
  ).toBe(true)
})

it('pictures are jpg, jpeg, gif, png, bmp and webp', () => {
  expect(Object.keys(pictures).toSorted()).toEqual(['bmp', 'gif', 'jpeg', 'jpg', 'png', 'webp'])
})
