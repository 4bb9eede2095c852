import { describe, expect, it } from 'vitest'
import { pieces } from '../write-page.ts'
import { readPage } from './html.ts'

const all = (text: string) => [...pieces(text)]

describe('splitting of very long pages', () => {
  it('leaves short pages and long embedded pictures in one piece', () => {
    expect(all('# a\n\nb')).toEqual(['# a\n\nb'])
    expect(all(`![](data:image/png;base64,${'A'.repeat(400_000)})\n\nx`)).toHaveLength(1)
  })

  it('splits at empty lines without losing text', () => {
    const text = 'some words\nand a line\n\n'.repeat(20_000)
    const parts = all(text)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.join('\n')).toBe(text)
    for (const part of parts.slice(1)) expect(part.startsWith('\nsome')).toBe(true)
  })

  it('repeats the header of a table and the fence of code', () => {
    const rows = all(`| a | b |\n|---|:-:|\n${'| 1 | 2 |\n'.repeat(40_000)}`)
    expect(rows.length).toBeGreaterThan(2)
    for (const part of rows) expect(part.startsWith('| a | b |\n|---|:-:|\n| 1 | 2 |')).toBe(true)
    const code = all(`\`\`\`\`js [a.js]\n${'x\n\n```\n'.repeat(50_000)}\`\`\`\`\n\nend`)
    for (const part of code) expect(part.match(/^````/gm)).toHaveLength(2)
    expect(code.at(-1)).toMatch(/\nend$/)
  })

  it('splits a very long line at a space', () => {
    expect(Math.max(...all('**word** '.repeat(100_000)).map((part) => part.length))).toBeLessThan(200_000)
  })

  it('repeats the definitions of links and footnotes in every piece', () => {
    const parts = all(`${'words [a][a] and a note[^1]\n\n'.repeat(20_000)}[a]: https://e.com\n[^1]: note\n`)
    for (const part of parts) expect(part).toMatch(/\n\n\[a\]: https:\/\/e\.com\n\n\[\^1\]: note$/)
  })
})

describe('a page that is too complex', () => {
  it('becomes plain source if its HTML would be much longer than its text', async () => {
    const page = (references: number) => `[a]: /${'b'.repeat(20_000)}\n\n${'[a] '.repeat(references)}`
    const elements = async (text: string) =>
      (await readPage(text, 'en')).nodes.flatMap((node) => (typeof node === 'string' ? [] : node.name))
    expect(await elements(page(20))).toEqual(['p'])
    expect(await elements(page(300))).toEqual(['pre'])
  })
})
