import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outline } from '../markdown/src/outline.ts'
import { run } from '../server/src/cli/run.ts'
import { settingNames, version } from '../server/src/runtime/config.ts'
import { readTexts, sources, tablesOf } from '../web/text-files.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const documents = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(file) && !file.startsWith('testdata/'))

/** The lines of a document outside of code blocks, with their numbers. */
function linesOf(file: string) {
  let fence = ''
  const lines: { text: string; line: number }[] = []
  for (const [index, text] of read(file).split('\n').entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence ? '' : mark
    else if (!fence) lines.push({ text, line: index + 1 })
  }
  return lines
}

it('settings in documents have no comment behind their value, because systemd would read it as a part of the value', () => {
  const wrong = documents.flatMap((file) => read(file).match(new RegExp(`^(?:${settingNames.join('|')})=.* # .*$`, 'gm')) ?? [])
  // Before a command, they are those of a shell.
  expect(wrong.filter((line) => !line.includes(' node_modules/'))).toEqual([])
})

it('every link between documents leads to a file and, if it names one, to a heading', () => {
  const dead = documents.flatMap((file) =>
    linesOf(file).flatMap(({ text, line }) =>
      [...text.replace(/`[^`]*`/g, '').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
        .filter(([, path = '', heading]) => {
          const to = path ? join(dirname(file), decodeURIComponent(path)) : file
          if (!existsSync(to)) return true
          return heading !== undefined && to.endsWith('.md') && !outline(read(to)).some(({ id }) => id === decodeURIComponent(heading))
        })
        .map(([link]) => `${file}:${line} ${link}`),
    ),
  )
  expect(dead).toEqual([])
})

/** The kinds of the lines of a document: headings of each level, rows of lists and tables, paragraphs. */
const shapeOf = (file: string) =>
  linesOf(file).flatMap(
    ({ text }) => /^(?:#+|\s*-(?= )|\s*\d(?=\d*\. )|\||:::+)/.exec(text)?.[0].replace(/\d/, '1') ?? (text.trim() ? ['text'] : []),
  )

const folders = (language: string) => readdirSync(join('docs/manual', language)).sort()
const manual = (language: string) => folders(language).flatMap((folder) => pagesIn(join('docs/manual', language, folder)))
const pagesIn = (path: string) =>
  path.endsWith('.md')
    ? [path]
    : readdirSync(path)
        .sort()
        .map((name) => join(path, name))

describe('both languages', () => {
  const pairs = [
    ...manual('en').map((page, at) => [page, manual('zh')[at] ?? '']),
    ...documents.filter((file) => file.endsWith('.zh-CN.md')).map((file) => [file.replace('.zh-CN', ''), file]),
  ]
  it.each(pairs)('%s and %s have the same headings, lists, tables and paragraphs', (en = '', zh = '') => {
    expect(shapeOf(zh)).toEqual(shapeOf(en))
  })
})

/** The texts of all screens in a language. A value inside of a text is any text. */
function textsOf(language: 'en' | 'zh') {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.words.ts'))
  const texts = files.flatMap((name) => {
    const path = join(sources, name)
    if (language !== 'en') return Object.values(readTexts(path, language)).flatMap((table) => Object.values(table))
    return tablesOf(path, read(path)).flatMap(({ entries }) => Object.values(entries).map((entry) => [entry].flat()[0] ?? ''))
  })
  const plain = (text: string) => text.replace(/…$/, '').trim()
  const known = new Set(texts.map(plain))
  const patterns = texts
    .filter((text) => text.includes('{'))
    .map((text) => plain(text).split(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/))
    .filter((parts) => parts.join('').trim().length > 1)
    .map((parts) => new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.+')}$`))
  return (name: string) => known.has(plain(name)) || patterns.some((pattern) => pattern.test(plain(name)))
}

describe('the manual', () => {
  const languages = {
    // Words of Word and LibreOffice, headings that ShowDoc and the server write, and signs.
    en: {
      before: /(?:choose|press|tick|turn on|switch on|under|open|opens|click|select|has) \*\*([^*]+)\*\*/gi,
      others: ['Update Field', 'Tools', 'Update', 'Indexes and Tables', '请求URL', 'Kept from before'],
    },
    zh: {
      before: /(?:点击|选择|勾选|打开|开启|可在|使用) ?\*\*([^*]+)\*\*/g,
      others: ['是', '更新域', '工具', '更新', '索引和表格', 'Aa', '×'],
    },
  }

  it.each(['en', 'zh'] as const)('names only buttons and screens that exist (%s)', (language) => {
    const { before, others } = languages[language]
    const isShown = textsOf(language)
    const unknown = manual(language).flatMap((file) =>
      linesOf(file).flatMap(({ text, line }) =>
        [...text.matchAll(before), ...text.matchAll(/\*\*([^*\s（][^*]*[›→][^*]*)\*\*/g)]
          .flatMap(([, name = '']) => name.split(/\s*[›→]\s*/))
          .filter((name) => !others.includes(name) && !isShown(name))
          .map((name) => `${file}:${line} ${name}`),
      ),
    )
    expect(unknown).toEqual([])
  })

  it.each(['en', 'zh'] as const)('names the version that it describes (%s)', (language) => {
    const [major, minor] = version.split('.')
    expect(read(`docs/manual/${language}/README.md`)).toMatch(new RegExp(`(?<![\\d.])${major}\\.${minor}(?!\\.?\\d)`))
  })

  /** The texts with these keys in a table of a screen. */
  function textsAt(path: string, table: string, keys: string[], language: 'en' | 'zh') {
    const file = join(sources, path)
    const english = tablesOf(file, read(file)).find(({ name }) => name === table)?.entries ?? {}
    const texts: Record<string, unknown> = language === 'en' ? english : (readTexts(file, language)[table] ?? {})
    return keys.map((key) => [texts[key]].flat()[0])
  }
  const keysIn = (path: string, pattern: RegExp) => [...read(join(sources, path)).matchAll(pattern)].map(([, key = '']) => key)
  const pageOf = (language: 'en' | 'zh', name: string) => read(manual(language).find((path) => path.endsWith(`/${name}`)) ?? '')

  it.each(['en', 'zh'] as const)('has every part of the administration and of the settings of an item (%s)', (language) => {
    const isHeading = (page: string) => (text: unknown) => new RegExp(`^## ${String(text)}(?: \\{#[\\w-]+\\})?$`, 'm').test(page)
    const parts = keysIn('admin/admin-screen.tsx', /\['(\w+)', [A-Z]/g)
    expect(parts.length).toBeGreaterThan(10)
    const sections = textsAt('admin/admin.words.ts', 'adminWords', parts, language)
    const administration = pageOf(language, '4-administration.md')
    expect(sections.filter((text) => !isHeading(administration)(text))).toEqual([])

    const tabs = textsAt('item-settings/screen.words.ts', 'settingWords', keysIn('item-settings/screen.tsx', /\['(\w+)', [A-Z]/g), language)
    expect(tabs.length).toBeGreaterThan(6)
    expect(tabs.filter((text) => !pageOf(language, '5-item-life.md').includes(`**${String(text)}**`))).toEqual([])
  })

  it.each(['en', 'zh'] as const)('has every site setting (%s)', (language) => {
    const labels = (['settings', 'engines'] as const).flatMap((name) => {
      const keys = keysIn(`admin/settings/${name}.tsx`, /label=\{t\.(\w+)\}/g)
      return textsAt(`admin/settings/${name}.words.ts`, name === 'settings' ? 'siteWords' : 'enginesWords', keys, language)
    })
    expect(labels.length).toBeGreaterThan(20)
    const pages = pageOf(language, '4-administration.md') + pageOf(language, '8-public-pages.md')
    expect(labels.filter((label) => !pages.includes(String(label)))).toEqual([])
  })
})

it.each(['README.md', 'README.zh-CN.md', 'docs/operate.md', 'docs/operate.zh-CN.md'])(
  '%s names every command of the operator',
  async (file) => {
    const written: string[] = []
    const out = (text: string) => void written.push(text)
    await run(['help'], { out, err: out, bytes: process.stdout, isTerminal: false, prompt: async () => undefined, env: {}, language: 'en' })
    const names = [...written.join('').matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name)
    expect(names).toContain('backup')
    expect(names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(read(file)))).toEqual([])
  },
)
