import { expect, it } from 'vitest'
import { cleanName, isDangerous } from './file-kinds.rules.ts'

it.each([
  ['spec v1.txt', 'spec v1.txt'],
  ['说明（终稿）.docx', '说明（终稿）.docx'],
  ['e\u0301t\u00e9.txt', '\u00e9t\u00e9.txt'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\windows\\a.txt', 'a.txt'],
  ['../../a.txt', 'a.txt'],
  ['a.txt. . ', 'a.txt'],
  ['  a.txt', 'a.txt'],
  ['a\0b\r\n\u0085.txt', 'ab.txt'],
  ['gpj\u202etxt.a', 'gpjtxt.a'],
  ['a;b.txt', 'a_b.txt'],
  ['\ud800.txt', '\ufffd.txt'],
  ['', ''],
  ['...', ''],
])('S62: stores the name %j as %j', (given, kept) => {
  expect(cleanName(given)).toBe(kept)
})

// With the square of the length it would take hours.
it('S59: takes linear time for a name of dots and blanks', () => {
  expect(cleanName(`${' .'.repeat(1_000_000)}a.txt`)).toMatch(/\.txt$/)
})

it('S61: truncates a long name and keeps its extension', () => {
  expect(cleanName(`${'长'.repeat(300)}.xlsx`)).toBe(`${'长'.repeat(250)}.xlsx`)
  expect(cleanName('x'.repeat(300))).toHaveLength(255)
  expect(cleanName(`${'x'.repeat(250)}😀.txt`)).toBe(`${'x'.repeat(250)}.txt`)
})

it.each([
  'a.php',
  'x.php.txt',
  'x.PHP5.txt',
  'x.phtml.txt',
  'a.jpg.html',
  'A.HtMl.txt',
  'a.htm .txt',
  'a.xhtml',
  'a.shtml.md',
  'a.svg.zip',
  'a.html;.jpg',
  'a.html%00.jpg',
  'a.asp;.jpg',
  'a.cshtml.txt',
  'a.axd.txt',
  'setup.exe.zip',
])('S61: %s is dangerous', (name) => {
  expect(isDangerous(name)).toBe(true)
})

it.each(['html.txt', 'php notes.md', 'Vue.js.pdf', 'www.example.com.pdf', 'v1.2.3.txt', 'a.htmlish.txt', 'php'])(
  '%s is not dangerous',
  (name) => {
    expect(isDangerous(name)).toBe(false)
  },
)
