import { describe, expect, it } from 'vitest'
import { splitNumber } from '../plan/folder.ts'
import { readPage } from './page.ts'

describe('page title', () => {
  it.each([
    ['# Plain', 'Plain'],
    ['# 组合式 API：setup() {#composition-api-setup}', '组合式 API：setup()'],
    ['# \\<script setup> {#script-setup}', '<script setup>'],
    ['# `<Teleport>` and **bold** _it_ ##', '<Teleport> and bold it'],
    ['# [Link](a(b).md) ![logo](x.png) text', 'Link logo text'],
    ['# [![badge](b.svg)](x) Name', 'badge Name'],
    ['# Name <Badge type="tip" text="3.5" /> <sup>x</sup>', 'Name x'],
    ['# a &amp; b &#x4e2d; &unknown;', 'a & b 中 &unknown;'],
    ['# snake_case_name 2 * 3 * 4', 'snake_case_name 2 * 3 * 4'],
    ['# \\*kept\\* `*a*`', '*kept* *a*'],
    ['Words\n===', 'Words'],
    ['```\n# no\n```\n# yes', 'yes'],
    ['```js{1} `x`\n# yes', 'yes'],
    ['<!--\n# no\n-->\n# yes', 'yes'],
    ['<script setup>\n# no\n</script>\n\n# yes', 'yes'],
    ['## only second', ''],
    ['#no', ''],
    ['    # code', ''],
    ['\n~~~\n# never closed', ''],
  ])('%s', (text, title) => expect(readPage(text).title).toBe(title))

  it('removes a heading that repeats the title, at any position', () => {
    expect(readPage('<script>1</script>\r\n\r\n# A\r\ntext\r\n# B').content).toBe('<script>1</script>\n\ntext\n# B')
    expect(readPage('---\ntitle: "A  b"\n---\n# A b\n\ntext').content).toBe('text')
  })

  it('handles an unclosed fence', () => expect(readPage(`${'`'.repeat(100_000)}\n# no`).title).toBe(''))

  it('keeps the text of a heading that is too long to parse', () => {
    const text = `# a${' '.repeat(100_000)}b\n\ntext`
    expect(readPage(text)).toMatchObject({ title: 'a', content: text })
  })

  it('handles front matter that expands exponentially', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `l${level}: &l${level} [${`*l${level - 1},`.repeat(9)}]`).slice(1)
    const bomb = `---\nl0: &l0 [x]\n${levels.join('\n')}\ntitle: Boom\n---\n# Alive`
    expect(readPage(bomb).title).toBe('Alive')
    expect(readPage(`---\na: ${'['.repeat(30_000)}\n---\n# Alive`).title).toBe('Alive')
    expect(readPage(`---\na: ${'x'.repeat(40_000)}\n---\n# Alive`).title).toBe('Alive')
    expect(readPage(`---\na:\n  ${'- '.repeat(5_000)}\n---\n# Alive`).title).toBe('Alive')
    expect(readPage(`# ${'*['.repeat(50_000)}`).title.length).toBeLessThanOrEqual(255)
  })
})

describe('number prefixes of names', () => {
  it.each([
    ['01-intro', 'intro', 1],
    ['1. Intro', 'Intro', 1],
    ['02_安装', '安装', 2],
    ['3、部署', '部署', 3],
    ['1.2 Foo', 'Foo', 1.002],
    ['404', '404', 404],
    ['2024-01-02-notes', '2024-01-02-notes', undefined],
    ['3d-models', '3d-models', undefined],
    ['v2', 'v2', undefined],
  ])('%s', (input, name, number) => expect(splitNumber(input)).toEqual({ name, number }))
})
