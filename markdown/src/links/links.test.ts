import { describe, expect, it } from 'vitest'
import { plainText, rewriteLinks } from '../index.ts'

describe('rewriteLinks', () => {
  const mark = (text: string) => rewriteLinks(text, (target, kind) => `${kind[0]}:${target}`)

  it.each([
    ['[a](b)', '[a](l:b)'],
    ['[a]( <b c> "t" ) x', '[a]( <l:b c> "t" ) x'],
    ['![a](b.png)', '![a](i:b.png)'],
    ['![a](b.png =1x2)', '![a](i:b.png =1x2)'],
    ['[![a](b)](c)', '[![a](i:b)](l:c)'],
    ['[a](b\\_c)', '[a](l:b_c)'],
    ['[a](b(c))', '[a](<l:b(c)>)'],
    ['\\[a](b) \\![a](b)', '\\[a](b) \\![a](l:b)'],
    ['`[a](b)` ``[a](b) ` ``', '`[a](b)` ``[a](b) ` ``'],
    ['```\n[a](b)\n```\n[a](b)', '```\n[a](b)\n```\n[a](l:b)'],
    ['    [a](b)\n\n[a](b)', '    [a](b)\n\n[a](l:b)'],
    ['- `x\n- [a](b) `', '- `x\n- [a](l:b) `'],
    ['> - [a](b)\r\n> - c', '> - [a](l:b)\r\n> - c'],
    ['[a]: b "t"\n[^1]: [x](y)', '[a]: l:b "t"\n[^1]: [x](l:y)'],
    ['x\n[a]: b', 'x\n[a]: b'],
    ['|[a](b)|`[a](b)`|\n|-|-|\n|![](c)|<img src=d>|', '|[a](l:b)|`[a](b)`|\n|-|-|\n|![](i:c)|<img src="i:d">|'],
    ['<div><a class=x href="b&amp;c">x</a>\n<img src=\'d\'>\n</div>', '<div><a class=x href="l:b&amp;c">x</a>\n<img src=\'i:d\'>\n</div>'],
    ['a <a href="b" title="href=c">x</a>', 'a <a href="l:b" title="href=c">x</a>'],
    ['::: tip [a](b)\n[a](b)\n:::', '::: tip [a](b)\n[a](l:b)\n:::'],
    ['$$\n[a](b)\n$$', '$$\n[a](b)\n$$'],
    ['[a](b "x\n\ny")', '[a](b "x\n\ny")'],
  ])('%j', (before, after) => expect(mark(before)).toBe(after))

  it('leaves targets unchanged when the callback returns undefined', () => {
    expect(rewriteLinks('[a](b) ![c](d)', (target) => (target === 'd' ? 'e f' : undefined))).toBe('[a](b) ![c](<e f>)')
  })
})

describe('plainText', () => {
  it('contains only the text', () => {
    expect(plainText('# 标题 {#id}\n\n**粗** [链接](http://a.b) ![图](c.png)<br>x\n\n<div title="t">内&amp;容</div>')).toBe(
      '标题\n粗 链接 图 x\n内&容',
    )
    expect(plainText('|a|b|\n|-|-|\n|1|`2`|\n\n- [x] done\n\n```js\ncode\n```\n::: tip T\nx $y^2$\n:::')).toBe(
      'a b\n1 2\ndone\ncode\nT\nx y^2',
    )
  })
})
