import { describe, expect, it } from 'vitest'
import { plainText, render, rewriteLinks } from './index.ts'

const shapes = [
  '<',
  '<a ',
  '<a href="',
  "<a='",
  '<script>',
  '<!--',
  '<div>',
  '<p title="',
  '</',
  '[',
  '[[]',
  '![',
  '](',
  '[a](',
  '[a](<',
  '[a](b "',
  '![a](b =',
  '![](',
  '*',
  '**a ',
  '_a',
  '~~',
  '`',
  '``a`',
  '$',
  '$a',
  '$$',
  '$a1$ ',
  '$$\na',
  '\\(',
  '&',
  '&#',
  '{#',
  '# a {#',
  '#',
  '>',
  '> ',
  '- ',
  '1. ',
  '|',
  '|a',
  '|-',
  '|name|type|\n',
  '::: tip\n',
  ':::',
  '::: details\n',
  '[^a]',
  '^[',
  '^[a]',
  '[^a]: b\n',
  '[TOC]\n',
  '[a]: b\n',
  '[a]: ',
  '---\n',
  '```\n',
  '```js\n',
  '~~~',
  'https://a.b/',
  'a@b.',
  'http://',
  '> [!NOTE]\n',
  '- [ ] ',
  '\t',
  '    ',
  ' \n',
  '\u00a0',
  '&nbsp;',
  '名',
  '\\',
  '"',
  "'",
  '<b>',
  '<svg>',
  '<a href="javascript:x">b',
  '<span style="color:red">',
]

/** Milliseconds. What is linear takes a tenth of it even on a slow machine; what grows with the square takes many times as long. */
const LONGEST = 4000

describe('10,000 hostile characters', () => {
  it.each(shapes)('%j', async (shape) => {
    await render('$a$ ```js\na\n```')
    const text = shape.repeat(Math.ceil(10_000 / shape.length)).slice(0, 10_000)
    for (const page of [
      text,
      `${text}\n\n${text.replaceAll('\n', ' ')}x`.slice(0, 10_000),
      `|name|type|\n|-|-|\n|${text.replaceAll('\n', ' ')}|`,
    ]) {
      let start = performance.now()
      await render(page)
      expect(performance.now() - start).toBeLessThan(LONGEST)
      start = performance.now()
      plainText(page)
      rewriteLinks(page, () => undefined)
      expect(performance.now() - start).toBeLessThan(LONGEST)
    }
  })
})
