import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../test/folder.ts'
import { filesBelow, readIgnore } from './files.ts'

describe('a .gitignore', () => {
  it.each([
    ['*.log', 'a/b.log', true],
    ['*.log', 'a/b.logs', undefined],
    ['/build', 'build', true],
    ['/build', 'a/build', undefined],
    ['build/', 'a/build', undefined],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/x/a.md', undefined],
    ['**/gen/**', 'a/gen/b/c.ts', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
    ['x?.[ch]', 'x1.c', true],
    ['x?.[!c]', 'x1.c', undefined],
    ['*.ts\n!keep.ts', 'keep.ts', false],
    ['# comment', '# comment', undefined],
    ['\\#real', '#real', true],
    ['with space   ', 'with space', true],
    ['[', '[', undefined],
    ['x[', 'x[', undefined],
    ['[[:digit:]].txt', '1.txt', true],
    ['[]a].txt', '].txt', true],
    ['*.TS', 'a.ts', undefined],
  ])('%j on %s: %s', (text, path, ignored) => {
    expect(readIgnore(text)(path, false)).toBe(ignored)
  })

  it('a trailing slash matches folders only', () => {
    expect(readIgnore('build/')('a/build', true)).toBe(true)
  })
})

describe('the files below a folder', () => {
  const folder = folderOf({
    '.git/HEAD': '',
    '.gitignore': '*.log\n/dist/\n',
    'src/a.php': '',
    'src/a.log': '',
    'src/lib/.gitignore': '*\n!.gitignore\n!b.php\n',
    'src/lib/b.php': '',
    'src/lib/c.php': '',
    'dist/out.php': '',
    'node_modules/x/index.js': '',
    '说明/接口.py': '',
  })
  const names = (choice: { include?: string[]; exclude?: string[] } = {}, below = '.') =>
    [...filesBelow([`${folder}/${below}`], { include: [], exclude: [], ...choice })].map((path) =>
      relative(folder, path).replaceAll('\\', '/'),
    )

  it('are the files that git would add', () => {
    expect(names()).toEqual(['.gitignore', 'src/a.php', 'src/lib/.gitignore', 'src/lib/b.php', '说明/接口.py'])
  })
  it('respect the rules of parent folders when they start in a subfolder', () => {
    expect(names({}, 'src')).toEqual(['src/a.php', 'src/lib/.gitignore', 'src/lib/b.php'])
  })
  it('can be selected by name, folder and extension', () => {
    expect(names({ include: ['*.php'] })).toEqual(['src/a.php', 'src/lib/b.php'])
    expect(names({ include: ['*.php', '*.py'], exclude: ['src/lib'] })).toEqual(['src/a.php', '说明/接口.py'])
  })
  it('include a named file once, even if git ignores it', () => {
    expect([...filesBelow([`${folder}/src/a.log`, `${folder}/src/a.log`], { include: [], exclude: [] })]).toHaveLength(1)
  })
})
