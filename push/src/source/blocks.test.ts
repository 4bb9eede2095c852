import { describe, expect, it } from 'vitest'
import { blocksOf, readTags } from './comments.ts'

const wanted = { catalog: 'Users', title: 'Login', method: 'post', url: ['/login'], remark: 'mind\n\n  the gap' }
const words = ['showdoc', '@catalog Users', '@title Login', '@method post', '@url /login', '@remark mind', '', '  the gap']
const all = (first: string, prefix: string, last: string) => [first, ...words.map((word) => `${prefix}${word}`), last].join('\n')

describe('comments in all supported forms', () => {
  it.each([
    ['PHP, Java, JavaScript, Go', all('/**', ' * ', ' */')],
    ['the same form, indented', all('  /**', '   * ', '   */')],
    ['starting on the first line', all('/** showdoc', ' * ', '*/')],
    ['Python, Ruby, shell, YAML', all('', '# ', 'def login():')],
    ['Python strings', all('def login():\n    """', '    ', '    """')],
    ['Python strings with single quotes', all("'''", '', "'''")],
    ['Go, Rust, C#', all('', '/// ', 'func login() {}')],
    ['double slashes', all('int a;', '    // ', 'int b;')],
    ['SQL, Lua, Haskell', all('select 1;', '-- ', 'select 2;')],
    ['Ruby', all('=begin', '', '=end')],
    ['HTML, XML, Vue', all('<template/>\n<!--', '  ', '-->')],
    ['Lua, long', all('--[[', '', ']]')],
    ['Lisp', all('', ';; ', '(defun login ())')],
    ['Erlang, MATLAB', all('', '%% ', 'login() -> ok.')],
    ['R', all('', "#' ", 'login <- 1')],
    ['Visual Basic', all('', "' ", 'Sub Login()')],
    ['Windows line endings', all('/**', ' * ', ' */').replaceAll('\n', '\r\n')],
  ])('%s', (_, text) => {
    const blocks = blocksOf(text)
    expect(blocks).toHaveLength(1)
    expect(readTags(blocks[0]!.lines).comment).toMatchObject(wanted)
  })
})

describe('a comment that becomes a page', () => {
  it('contains the word showdoc and a title', () => {
    expect(blocksOf('/** @title A */ /** showdoc */ /* showdoc @title B */')).toEqual([])
    expect(blocksOf('$a = "showdoc @title A";')).toEqual([])
  })
  it('a glob pattern does not start a comment', () => {
    const text = "glob('src/**/*.js')\n/**\n * showdoc\n * @title A\n */"
    expect(blocksOf(text)).toEqual([{ line: 2, lines: ['', 'showdoc', '@title A', ''] }])
  })
  it('finds several in a file, each with its line', () => {
    const block = (title: string) => `/**\n * showdoc\n * @title ${title}\n */\ncode();\n`
    expect(blocksOf(`\n${block('A')}/** plain */\n${block('B')}`).map(({ line, lines }) => [line, lines[2]])).toEqual([
      [2, '@title A'],
      [8, '@title B'],
    ])
  })
  it('ignores a comment that never ends', () => {
    expect(blocksOf('/** showdoc @title A')).toEqual([])
  })
  it('does not join lines with different markers', () => {
    expect(blocksOf('# showdoc\n// @title A\n')).toEqual([])
  })
  it('reads five thousand comments', () => {
    const text = '/**\n * showdoc\n * @title A\n */\nlet a = """ x """\n'.repeat(5000)
    expect(blocksOf(text)).toHaveLength(5000)
  })
})
