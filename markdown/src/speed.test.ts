import { describe, expect, it } from 'vitest'
import { beautify } from './api-page/beautify.ts'
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

/* Rendering with quadratic or worse time would not finish here. `npm run bench -- hostile-pages` measures each page. */
describe('S59: 10,000 hostile characters are processed completely', () => {
  it.each(shapes)('%j', async (shape) => {
    const text = shape.repeat(Math.ceil(10_000 / shape.length)).slice(0, 10_000)
    for (const page of [
      text,
      `${text}\n\n${text.replaceAll('\n', ' ')}x`.slice(0, 10_000),
      `|name|type|\n|-|-|\n|${text.replaceAll('\n', ' ')}|`,
    ]) {
      expect((await render(page)).html).toEqual(expect.any(String))
      expect(plainText(page).length).toBeLessThanOrEqual(2 * page.length)
      expect(rewriteLinks(page, () => undefined)).toBe(page)
    }
  })

  // Each of these took the square or the cube of its length.
  it.each([
    ['blanks after an address', `[a](b${' '.repeat(1_000_000)}x`],
    ['lines after an address', `[a](b${' '.repeat(500_000)}\n${' '.repeat(500_000)}x)`],
    ['quotes after an address', `[a](b ${'>'.repeat(1_000_000)}x`],
  ])('%s', (_, page) => {
    expect(rewriteLinks(page, () => '#')).toBe(page)
  })

  it.each([' ', '\n', '\t'])('an example with a million of %j in it', (blank) => {
    const example = `a${blank.repeat(1_000_000)}b`
    expect(beautify(`${example}\n\n`).text).toBe(example)
  })
})
