import { describe, expect, it } from 'vitest'
import { run } from '../run.ts'
import { folderOf } from '../test/folder.ts'
import { createProgress } from './report.ts'
import { type Environment, readArguments, settingsOf } from './settings.ts'

const env = { SHEAF_URL: 'https://docs.test', SHEAF_KEY: 'k', SHEAF_TOKEN: 'secret-token' }
const settings = (argv: string[], file?: object, environment: Environment = env) =>
  settingsOf(
    'comments',
    readArguments(argv, 'en').values,
    environment,
    folderOf(file ? { 'sheaf-push.json': JSON.stringify(file) } : {}),
    'en',
  )

async function runWith(argv: string[], environment: Environment = env, folder = folderOf({})) {
  const output = { out: [] as string[], err: [] as string[] }
  const streams = { out: (text: string) => void output.out.push(text), err: (text: string) => void output.err.push(text) }
  const code = await run(argv, { ...streams, env: environment, folder, isTerminal: false, version: '1.2.3' })
  return { code, out: output.out.join(''), err: output.err.join('') }
}

describe('the source of a setting', () => {
  it('prefers the command line to the environment, and that to the file', () => {
    const file = { url: 'https://file.test', catalog: 'File', exclude: ['a', 'b'], comments: { catalog: 'Own' }, database: { schema: 'x' } }
    expect(settings([], file).values).toMatchObject({ catalog: 'Own', exclude: ['a', 'b'] })
    expect(settings([], file).site.url).toBe('https://docs.test')
    expect(settings(['--url', 'https://typed.test', '--exclude', 'c,d', '--exclude', 'e'], file)).toMatchObject({
      site: { url: 'https://typed.test' },
      values: { exclude: ['c', 'd', 'e'] },
    })
  })

  it.each([
    [{ unknown: 1 }, 'there is no setting “unknown”'],
    [{ strict: 'yes' }, 'the value of “strict” has the wrong form'],
    [{ comments: [] }, 'not JSON'],
  ])('refuses a file with %j', (file, words) => {
    expect(() => settings([], file)).toThrow(words)
  })

  it.each([
    [['--language', 'fr'], '--language is en or zh'],
    [['--url', 'ftp://x'], '“ftp://x” is not the address'],
    [['--schema', 'a'], '--schema is not an option of “comments”'],
    [['--config', 'none.json'], 'none.json cannot be read'],
    [['--nonsense'], 'nonsense'],
  ])('refuses the arguments %j', (argv, words) => {
    expect(() => settings(argv)).toThrow(words)
  })

  it('reports a missing address or missing keys', () => {
    expect(() => settings([], undefined, {})).toThrow('SHEAF_URL')
    expect(() => settings([], undefined, { SHEAF_URL: 'https://docs.test' })).toThrow('SHEAF_KEY')
  })
})

describe('the program', () => {
  it('prints help in both languages', async () => {
    expect(await runWith(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('a data dictionary of a database') })
    expect(await runWith(['--help'], { LANG: 'zh_CN.UTF-8' })).toMatchObject({ out: expect.stringContaining('生成数据字典') })
    expect(await runWith([])).toMatchObject({ code: 2 })
    expect(await runWith(['--version'])).toMatchObject({ code: 0, out: '1.2.3\n' })
  })

  it.each([
    [['sing'], 'There is no command “sing”'],
    [['comments', 'nowhere'], 'There is no folder or file'],
    [['comments', '.', '--encoding', 'klingon'], 'The encoding “klingon” is not known'],
    [['comments', '.', '--max-size', 'big'], '--max-size is a number'],
    [['database'], 'Which database?'],
    [['database', 'a.db', 'b.db'], 'One database at a time'],
    [['database', 'a.db'], 'There is no file a.db'],
    [['database', 'a'], '“a” is no database'],
  ])('%j exits with 2 and prints the reason', async (argv, words) => {
    const { code, err } = await runWith(argv)
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })

  it('replaces a token in its output with stars', async () => {
    expect((await runWith(['secret-token'])).err).toContain('“***”')
    expect((await runWith(['other-token', '--token=other-token'])).err).toContain('“***”')
    const folder = folderOf({ 'sheaf-push.json': JSON.stringify({ token: 'file-token' }) })
    const { SHEAF_TOKEN: _, ...others } = env
    expect((await runWith(['comments', 'file-token'], others, folder)).err).toContain('***')
  })
})

describe('progress', () => {
  it('updates one line of a terminal and writes occasional lines to a log', () => {
    const output: string[] = []
    const err = (text: string) => void output.push(text)
    const terminal = createProgress({ out: err, err, isTerminal: true }, false)
    terminal.progress(1, 2, 'A')
    terminal.close()
    expect(output).toEqual(['\r\x1b[K1/2 A', '\r\x1b[K'])
    let now = 0
    const log = createProgress({ out: err, err, isTerminal: false }, false, () => now)
    for (; now < 12_000; now += 1000) log.progress(now / 1000, 12, 'A')
    expect(output.slice(2)).toEqual(['5/12\n', '10/12\n'])
    createProgress({ out: err, err, isTerminal: true }, true).progress(1, 2, 'A')
    expect(output).toHaveLength(4)
  })
})

it.each([
  [['--nope'], 'There is no option --nope. sheaf-push --help lists the options.', '没有选项 --nope，可用 sheaf-push --help 查看用法。'],
  [['-h'], 'There is no option -h. sheaf-push --help lists the options.', '没有选项 -h，可用 sheaf-push --help 查看用法。'],
  [['--catalog'], '--catalog needs a value. A value that begins', '--catalog 后面须有值。'],
  [['--catalog', '--json'], '--catalog needs a value. A value that begins', '--catalog 后面须有值。'],
  [['--json=yes'], '--json has no value.', '--json 不带值。'],
])('names what is wrong in %j in the language of the terminal', (argv, en, zh) => {
  expect(() => readArguments(argv, 'en')).toThrow(en)
  expect(() => readArguments(argv, 'zh')).toThrow(zh)
})

it('takes a value that begins with a hyphen behind an equals sign', () => {
  expect(readArguments(['comments', '--catalog=-x', '--include', 'a, b', '--include=c'], 'en')).toEqual({
    words: ['comments'],
    values: { catalog: '-x', include: ['a', 'b', 'c'] },
  })
})
