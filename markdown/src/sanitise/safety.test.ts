import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { plainText, render, rewriteLinks } from '../index.ts'
import { dangers, isRegular } from '../test/dangers.ts'

const probes = [
  '<script>alert(1)</script>',
  '<SCRIPT src=//e.com/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)//>',
  '<div onclick="alert(1)" ONMOUSEOVER=alert(1)>x</div>',
  '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](vbscript:x) [d](data:text/html;base64,PHN2Zz4=)',
  '[a](&#106;avascript:alert(1)) [b](java&#x0A;script:alert(1)) [c](<java\tscript:alert(1)>) [d](&#1;javascript:alert(1))',
  '<a href="java&Tab;script:alert(1)">a</a><a href=" &#14; javascript:alert(1)">b</a><a href="javascript&colon;alert(1)">c</a>',
  '![a](javascript:alert(1)) <javascript:alert(1)> <img src="vbscript:x"> <img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '[a]\n\n[a]: javascript:alert(1)\n[^1]\n\n[^1]: [x](javascript:alert(1))',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><iframe src="javascript:alert(1)">',
  '<svg onload=alert(1)><animate attributeName=href values=javascript:alert(1) /><set attributeName="onmouseover" to="alert(1)"/></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a><use href="data:x"/><foreignObject><iframe></foreignObject></svg>',
  '<div style="background:url(javascript:alert(1));color:expression(alert(1));position:fixed;top:0;width:100%">x</div>',
  '<p style="color:red;background-image:\\75rl(//e.com)">x</p><style>@import "//e.com";*{color:red}</style>',
  '<meta http-equiv="refresh" content="0;url=//e.com"><base href="//e.com/"><link rel=stylesheet href=//e.com>',
  '<form action="//e.com"><button formaction="javascript:alert(1)">x</button><input type=submit><input type=image src=x></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi xlink:href="javascript:alert(1)" href="javascript:alert(1)">x</mi><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)"><applet code=x>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea><title><img src=x onerror=alert(1)></title>',
  '<!--><img src=x onerror=alert(1)>--> <![CDATA[<img src=x onerror=alert(1)>]]> <?x <img src=x onerror=alert(1)> ?>',
  '<video src="javascript:alert(1)" poster="javascript:alert(1)" onerror=alert(1) autoplay><source src="data:text/html,x" onerror=alert(1)></video>',
  '```x"><img src=x onerror=alert(1)>\n"><script>alert(1)</script>\n```\n```mermaid\n</code></pre><script>alert(1)</script>\n```',
  '# <img src=x onerror=alert(1)> "><script>x</script> {#"onclick=alert(1)}\n[TOC]',
  '::: tip <img src=x onerror=alert(1)>\nx\n:::\n::: details <script>alert(1)</script>\nx\n:::',
  '|name|type|<img src=x onerror=alert(1)>|\n|-|-|-|\n|<img src=x onerror=alert(1)>|`<script>`|- <b onclick=x>|',
  '$\\href{javascript:alert(1)}{x} \\htmlData{onclick=alert(1)}{x} \\url{javascript:alert(1)}$ $\\text{<img src=x onerror=alert(1)>}$',
  '<font color="red;background:url(x)" face="x" onfocus=alert(1)>x</font><a name="root" id="root">x</a><img name="cookie" id="cookie" src="x">',
  '<div title="\n\n$x$ `<img src=x onerror=alert(1)>`\n\n"><img src=x onerror=alert(1)>',
]

it('the test helper detects active elements, handlers, addresses and styles, but not text in attributes', () => {
  expect(dangers('<img src="x" onerror="alert(1)">')).toEqual(['img onerror=alert(1)'])
  expect(dangers('<p><b><script>x</script></b></p><a href=" java&#10;script:x">y</a>').sort()).toEqual(['a href= java\nscript:x', 'script'])
  expect(dangers('<p style="position:fixed">x</p><!-- x -->')).toEqual(['a comment', 'p style=position:fixed'])
  expect(dangers('<span title="&lt;br onload=alert(1)&gt;">x</span><a href="/x">y</a>')).toEqual([])
  expect([isRegular('<p title="a">x</p>'), isRegular('<p title="<">x</p>'), isRegular('x < y')]).toEqual([true, false, false])
})

describe('hostile pages', () => {
  it.each(probes)('%s', async (probe) => {
    for (const text of [probe, `a ${probe} b`, `> ${probe}`, `<div>\n${probe}\n\n${probe}\n</div>`]) {
      const { html } = await render(text, { base: '/b', lines: true })
      expect(dangers(html)).toEqual([])
      expect(isRegular(html)).toBe(true)
    }
  })
  it('keeps the text of removed elements', async () => {
    expect((await render('[words](javascript:alert(1)) <blink>more</blink>')).html.trim()).toBe('<p>words more</p>')
    expect((await render('before <script> after\n\nnext')).html).toContain('<p>next</p>')
    expect((await render('<div title="\n\nnext **one**')).html).toContain('<strong>one</strong>')
  })
  it('does not let authors use elements and styles reserved for formulas and buttons', async () => {
    const { html } = await render(
      '<span class="katex fields vlist"><span class="vlist" style="top:-9em;position:relative">x</span></span><button data-own="">b</button><svg class="i"><path d="M0"/></svg>',
    )
    expect(html.trim()).toBe('<p><span class="fields"><span>x</span></span>b</p>')
  })
  it('never throws and never outputs anything dangerous', async () => {
    const pieces = fc.constantFrom(
      ...probes,
      '`',
      '```',
      '$',
      '$$',
      '|',
      '\n',
      '[',
      '](',
      ')',
      '<',
      '>',
      ':::',
      '::: tip',
      '[^1]',
      '&',
      '"',
      '=',
      '{#',
      '- ',
      '> ',
      '名',
      '|name|type|\n|-|-|\n',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    await assertProperty(
      fc.asyncProperty(text, async (page) => {
        const { html } = await render(page, { lines: true, base: '/b' })
        expect(dangers(html)).toEqual([])
        expect(isRegular(html)).toBe(true)
        expect(typeof plainText(page)).toBe('string')
        expect(rewriteLinks(page, () => undefined)).toBe(page)
        expect(rewriteLinks(page, (target) => target)).toBe(page)
      }),
      { numRuns: 400 },
    )
  })
})
