// @vitest-environment jsdom
import { history, undo } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorSelection, EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { convertClip, pasteInto, pasteTransaction } from './paste.ts'

const lines = (...all: string[]) => all.join('\n')
const pasted = (html: string, plain = '') => convertClip({ html, plain })

describe('formatted text', () => {
  it('becomes headings, paragraphs and inline marks', () => {
    expect(
      pasted(
        '<meta charset="utf-8"><h2 style="font-weight:600">The <b>title</b></h2><p>One <strong>bold </strong>word,\n<em>one</em> leaning, <s>one gone</s> and <code>a_b</code>.<br>Next&nbsp;line</p><hr><p>H<sub>2</sub>O</p>',
      ),
    ).toBe('## The title\n\nOne **bold** word, *one* leaning, ~~one gone~~ and `a_b`.\nNext line\n\n---\n\nH<sub>2</sub>O')
  })

  it('keeps links and pictures with real addresses', () => {
    expect(
      pasted(
        '<p>See <a href="https://example.com/a_(b)">here</a>, <a href="javascript:alert(1)">not</a>, <a href="https://e.org">https://e.org</a></p>',
      ),
    ).toBe('See [here](<https://example.com/a_(b)>), not, https://e.org')
    expect(
      pasted('<p><img src="https://e.org/x.png" alt="a [b]"><img src="file:///c:/x.png"><img src="data:image/png;base64,AA"></p>'),
    ).toBe('![a \\[b\\]](https://e.org/x.png)')
    expect(pasted(`<a href="${location.origin}/7/12">page</a>`)).toBe('[page](/7/12)')
    expect(pasted('<a href="https://www.google.com/url?q=https://e.org/x&amp;sa=D">x</a>')).toBe('[x](https://e.org/x)')
  })

  it('keeps nested lists, numbers and check boxes', () => {
    expect(
      pasted(
        '<ul><li>a<ul><li><p>b</p><p>c</p></li></ul></li><li><input type="checkbox" checked> done</li></ul><ol start="3"><li>x</li><li>y<pre><code class="language-js">1\n\n2</code></pre></li></ol>',
      ),
    ).toBe('- a\n  - b\n\n    c\n- [x] done\n\n3. x\n4. y\n\n   ```js\n   1\n\n   2\n   ```')
  })

  it('keeps quotes, and code with its language', () => {
    expect(pasted('<blockquote><p>a</p><p>b</p></blockquote>')).toBe('> a\n>\n> b')
    expect(pasted('<div class="highlight-source-shell"><pre><span>npm</span> i\n  x\n</pre></div>')).toBe('```shell\nnpm i\n  x\n```')
    expect(pasted('<p><code>a</code><code>b</code></p>')).toBe('`ab`')
    expect(pasted('<pre><code>a<br>```<br>b</code></pre>')).toBe('````\na\n```\nb\n````')
    expect(
      pasted(
        '<div class="code"><div class="ch">JSON<button>Copy</button></div><pre><code class="hljs language-json">{}</code></pre></div>',
      ),
    ).toBe('```json\n{}\n```')
  })

  it('escapes text that only looks like Markdown', () => {
    expect(pasted('<p>5 * 3 * 2 = <b>30</b>, snake_case, _x_, `y`, [a](b), &lt;div&gt; 1 &lt; 2</p><p># no heading</p>')).toBe(
      '5 \\* 3 \\* 2 = **30**, snake_case, \\_x\\_, \\`y\\`, \\[a](b), \\<div> 1 < 2\n\n\\# no heading',
    )
  })

  it('uses the source of formulas', () => {
    expect(
      pasted(
        '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span></p>',
      ),
    ).toBe('so $x^2$')
  })

  it('from Word loses Word-specific markup', () => {
    const item = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`
    expect(
      pasted(
        `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{}</style><xml><o:x>junk</o:x></xml></head><body><!--StartFragment--><p class=MsoTitle>Plan<o:p></o:p></p><p class=MsoNormal><b>Bold</b> text<o:p>&nbsp;</o:p></p>${item(1, '·', 'one')}${item(2, 'o', 'inner')}${item(1, '1.', 'first')}<!--EndFragment--></body></html>`,
      ),
    ).toBe('# Plan\n\n**Bold** text\n\n- one\n    - inner\n1. first')
  })

  it('from Google Docs is interpreted by its styles', () => {
    expect(
      pasted(
        '<b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Title</span></h1><p dir="ltr"><span style="font-weight:700">bo</span><span style="font-weight:700">ld</span><span style="font-style:italic"> slanted</span><span style="font-family:\'Courier New\',monospace"> code</span></p><ul><li dir="ltr" role="checkbox" aria-checked="true"><p>done</p></li><ul><li><p>inner</p></li></ul></ul></b>',
      ),
    ).toBe('# Title\n\n**bold** *slanted*` code`\n\n- [x] done\n  - inner')
  })

  it('is not converted if plain text is equivalent', () => {
    expect(pasted('<p>just words</p>', 'just words')).toBeUndefined()
    expect(
      pasted(
        '<div style="font-family: Menlo, Monaco, monospace;white-space: pre;"><div><span style="color:#0000ff">const</span> <b>x</b></div></div>',
        'const x',
      ),
    ).toBeUndefined()
    expect(pasted('<pre style="font-family:\'JetBrains Mono\',monospace"><b>class</b> A</pre>', 'class A')).toBeUndefined()
    expect(pasted('<h2>A</h2><p><b>b</b></p>', '## A\n\n**b**')).toBeUndefined()
  })
})

describe('tables', () => {
  it('from Excel keep merged cells and right-aligned numbers', () => {
    const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><col width=64>
 <tr><td colspan=2>Name | place</td><td>Pieces</td><td></td></tr>
 <tr><td rowspan=2>Arlanda</td><td>a<br>b</td><td align=right>12</td><td></td></tr>
 <tr><td>c</td><td align=right style='x'>1,204</td><td></td></tr>
 <tr><td></td><td></td><td></td><td></td></tr></table></body></html>`
    expect(pasted(html, 'x')).toBe(
      lines(
        '| Name \\| place |        | Pieces |',
        '| ------------- | ------ | -----: |',
        '| Arlanda       | a<br>b |     12 |',
        '| Arlanda       | c      |  1,204 |',
      ),
    )
  })

  it('from a web page keep lists and code in cells', () => {
    expect(
      pasted(
        '<p>x</p><table><thead><tr><th><b>A</b></th><th>B</th></tr></thead><tbody><tr><td><ul><li>1</li><li>2</li></ul></td><td><p>p</p><pre>c\nd</pre></td></tr></tbody></table>',
      ),
    ).toBe(lines('x', '', '| A          | B               |', '| ---------- | --------------- |', '| - 1<br>- 2 | p<br>`c`<br>`d` |'))
  })

  it('used for layout become their content, as does a single cell', () => {
    expect(pasted('<table><tr><td><table><tr><td>a</td><td><b>b</b></td></tr></table></td></tr></table>')).toBe(
      '| a   | b   |\n| --- | --- |',
    )
    expect(pasted('<table><tr><td>only</td></tr></table>')).toBe('only')
  })

  it('are made from the field lists that Sheaf renders', () => {
    expect(
      pasted(
        '<div class="fields" role="table"><div role="row"><div class="fn" role="columnheader">Name</div><div role="columnheader">Required</div><div role="columnheader">Default</div><div role="columnheader">About</div></div><div role="row"><div class="fn" role="cell"><i>a.</i>id</div><div class="fq" role="cell"><span class="req">required</span></div><div class="fx" role="cell" data-label="Default">1</div><div class="fd" role="cell">x</div></div></div>',
      ),
    ).toBe(lines('| Name | Required | Default | About |', '| ---- | -------- | ------- | ----- |', '| a.id | required | 1       | x     |'))
  })

  it('are made from tab-separated text with quoted cells', () => {
    expect(pasted('', 'a\tb|c\r\n1\t"x\ny ""z"""\r\n')).toBe('| a   | b\\|c       |\n| --- | ---------- |\n| 1   | x<br>y "z" |')
    expect(pasted('', '\tif (a)\n\t\tb()')).toBeUndefined()
    expect(pasted('', 'a\tb')).toBeUndefined()
    expect(pasted('', 'a\tb\nc')).toBeUndefined()
  })
})

describe('a paste', () => {
  function given(text: string) {
    return EditorState.create({
      doc: text.replace(/[⟦⟧]/g, ''),
      selection: EditorSelection.single(text.indexOf('⟦'), text.indexOf('⟧') - 1),
      extensions: [markdown({ base: markdownLanguage }), history()],
    })
  }
  const after = (text: string, clip: { html?: string; plain?: string }) => {
    const state = given(text)
    const spec = pasteInto(state, { html: '', plain: '', ...clip })
    return spec && pasteTransaction(state, spec).state.doc.toString()
  }
  const sheet = { plain: 'a\tb\n1\t2' }

  it('puts blocks on their own lines and inline text in the line', () => {
    expect(after('x⟦⟧y', sheet)).toBe('x\n\n| a   | b   |\n| --- | --- |\n| 1   | 2   |\n\ny')
    expect(after('x ⟦gone⟧ y', { html: '<b>b</b>' })).toBe('x **b** y')
  })

  it('stays plain inside code', () => {
    expect(after('```\n⟦⟧\n```', sheet)).toBeUndefined()
    expect(after('a `x⟦⟧y` b', { html: '<b>b</b>', plain: 'b' })).toBeUndefined()
  })

  it('inside a table stays in the cell or fills the cells from there on', () => {
    const table = '| h | i |\n| - | -: |\n| x⟦⟧ | y |'
    expect(after(table, { plain: 'one\ntwo|' })).toBe('| h | i |\n| - | -: |\n| xone<br>two\\| | y |')
    expect(after(table, { plain: 'word' })).toBeUndefined()
    expect(after('> | h | i |\n> | - | -: |\n> | x | ⟦⟧y |', sheet)).toBe(
      '> | h   |   i |     |\n> | --- | --: | --- |\n> | x   |   a | b   |\n> |     |   1 | 2   |',
    )
  })

  it('turns the selected words into a link if it is an address', () => {
    expect(after('see ⟦the docs⟧.', { plain: 'https://e.org/x ' })).toBe('see [the docs](https://e.org/x).')
    expect(after('see ⟦⟧.', { plain: 'https://e.org/x' })).toBeUndefined()
  })

  it('is a separate undo step from the text typed next', () => {
    let state = given('⟦⟧')
    const dispatch = (transaction: { state: EditorState }) => (state = transaction.state)
    dispatch(pasteTransaction(state, pasteInto(state, { html: '<b>b</b>', plain: 'b' }) ?? {}))
    dispatch(state.update({ changes: { from: state.doc.length, insert: '!' }, userEvent: 'input.type' }))
    undo({ state, dispatch })
    expect(state.doc.toString()).toBe('**b**')
    undo({ state, dispatch })
    expect(state.doc.toString()).toBe('')
  })

  it('S59: terminates for hostile texts', () => {
    for (const plain of [
      'a\t'.repeat(5000),
      '"\t'.repeat(5000),
      `"${'""'.repeat(5000)}\t`,
      '\t\n'.repeat(5000),
      '[a]('.repeat(2500),
      '*_`'.repeat(3300),
    ]) {
      expect(pasted('', plain)).not.toBe('')
      expect(pasted(`<p><b>x</b>${plain}</p>`)).toContain('x')
    }
    expect(pasted(`${'<b>'.repeat(300)}x`)).toContain('x')
    expect(pasted(`<ul><li>${'<ul><li>a'.repeat(60)}`)).toContain('a')
  })
})
