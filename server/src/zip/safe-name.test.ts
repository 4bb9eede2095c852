import { describe, expect, it } from 'vitest'
import { FolderNames, safeFileName, safeName } from './safe-name.ts'

describe('file name from a title, valid on every operating system', () => {
  it.each([
    ['Plain title', 'Plain title'],
    ['订单接口（v2）', '订单接口（v2）'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['ends with dots...', 'ends with dots'],
    ['ends with blanks   ', 'ends with blanks'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['LPT1', '_LPT1'],
    ['Console', 'Console'],
    ['two\nlines\tand\0zero', 'two-lines-and-zero'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u200bb', 'a-b'],
    ['e\u0301', '\u00e9'],
    ['\ud800 half', '\ufffd half'],
    ['', 'page'],
    ['...', 'page'],
    ['///', 'page'],
    ['👩‍💻 code', '👩‍💻 code'],
  ])('%j', (title, name) => expect(safeName(title, 'page')).toBe(name))

  it('is limited in bytes without splitting a character', () => {
    const name = safeName('长'.repeat(300), 'page')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(90)
    expect(name).toMatch(/^长+$/)
    expect(safeName(`${'a'.repeat(89)}👩`, 'page')).toBe('a'.repeat(89))
  })

  it('keeps the extension of a file', () => {
    expect(safeFileName(`${'图'.repeat(100)}.png`)).toMatch(/^图{30}\.png$/)
    expect(safeFileName('???.pdf')).toBe('file.pdf')
    expect(safeFileName('nul.txt')).toBe('_nul.txt')
  })
})

it('makes names in a folder unique regardless of case and Unicode form', () => {
  const names = new FolderNames()
  const titles = ['A.png', 'a.PNG', 'é.txt', 'e\u0301.txt', 'A.png', 'a (2).png', 'straße', 'STRASSE']
  const unique = titles.map((name) => names.unused(name))
  expect(unique).toEqual(['A.png', 'a (2).PNG', 'é.txt', 'e\u0301 (2).txt', 'A (3).png', 'a (2) (2).png', 'straße', 'STRASSE (2)'])
  expect(new Set(unique.map((name) => name.normalize('NFKC').toUpperCase())).size).toBe(titles.length)
})
