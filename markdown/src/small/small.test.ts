import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { referencesIn, renderSmall, withMentionNames, withNames } from './small.ts'

const html = (text: string) =>
  renderSmall(text, { mentions: (_kind, id) => id === 17, pageAt: (url) => (url.endsWith('/12/345') ? 345 : undefined) }).html

interface Node {
  nodeName: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
}
const elements = (node: Node): Node[] => (node.childNodes ?? []).flatMap((child) => [child, ...elements(child)])
/** Elements and attributes that a comment can have. */
const ALLOWED: Record<string, string[]> = {
  p: [],
  br: [],
  strong: [],
  em: [],
  code: ['class'],
  pre: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  a: ['href', 'target', 'rel', 'data-page'],
  span: ['class', 'data-user', 'data-team'],
}
const dangers = (text: string) =>
  elements(parseFragment(html(text)) as unknown as Node)
    .filter(({ nodeName }) => nodeName !== '#text')
    .flatMap(({ nodeName, attrs = [] }) => [
      ...(nodeName in ALLOWED ? [] : [nodeName]),
      ...attrs.filter(({ name }) => !ALLOWED[nodeName]?.includes(name)).map(({ name }) => `${nodeName}.${name}`),
      ...attrs
        .filter(({ name, value }) => name === 'href' && !/^(?:https?:|mailto:|tel:|[/?#]|(?![^/?#]*:))/i.test(value))
        .map(({ value }) => value),
    ])

describe('the small Markdown of comments', () => {
  it('has emphasis, code, links, lists and quotes, and nothing else', () => {
    expect(html('**a** *b* `c`\nd')).toBe('<p><strong>a</strong> <em>b</em> <code>c</code><br>\nd</p>')
    expect(html('- a\n- b\n\n> c')).toBe('<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<blockquote>\n<p>c</p>\n</blockquote>')
    expect(html('```js\n1<2\n```')).toBe('<pre><code class="language-js">1&lt;2\n</code></pre>')
    for (const text of ['# a', '| a | b |\n|---|---|\n| 1 | 2 |', '<b>a</b>', '---', 'a\n==='])
      expect(
        elements(parseFragment(html(text)) as unknown as Node)
          .map(({ nodeName }) => nodeName)
          .filter((name) => !/^(?:p|br|#text)$/.test(name)),
      ).toEqual([])
    expect(html('![p](https://a.test/x.png)')).not.toContain('<img')
  })

  it('S142: lets no script, style or other scheme through, from any text', () => {
    const parts = fc.constantFrom(
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1))',
      '[a](data:text/html,<script>)',
      '"onmouseover="x',
      '`',
      '**',
      '[',
      '](',
      ')',
      '<',
      'https://a.test',
      '@[x](user:17)',
      '@[<img src=x>](user:17)',
      '\n\n',
      '> ',
      '- ',
      '```',
      '&lt;',
      '\u202e',
      'java\tscript:x',
      '<https://a.test/"><img>',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
        expect(dangers(list.join(''))).toEqual([])
      }),
    )
  })

  it('S142: shows where a link leads whose text is another address, and removes marks of direction', () => {
    expect(html('[https://bank.test](https://evil.test/x)')).toContain('>https://bank.test</a> (evil.test)')
    expect(html('[bank.test](https://evil.test/x)')).toContain('(evil.test)')
    expect(html('[bank.test/a](https://bank.test/b)')).not.toContain('(')
    expect(html('[the bank](https://evil.test)')).not.toContain('(')
    expect(html('a\u202ebc\u2066d')).toBe('<p>abcd</p>')
  })

  it('mentions people and teams by the names of today, and pages by their titles', () => {
    const text = '@[Emma](user:17) @[Crew](team:4) https://docs.test/12/345 `@[Emma](user:17)`'
    const { html: stored, mentions } = renderSmall(text, { mentions: () => true, pageAt: () => 345 })
    expect(mentions).toEqual([
      { kind: 'user', id: 17, name: 'Emma' },
      { kind: 'team', id: 4, name: 'Crew' },
    ])
    expect(referencesIn(stored)).toEqual({ users: [17], teams: [4], pages: [345] })
    const shown = withNames(stored, { user: () => 'Emma <Watts>', team: () => undefined, page: () => 'Orders & more' })
    expect(shown).toContain('@Emma &lt;Watts&gt;</span>')
    expect(shown).toContain('@Crew</span>')
    expect(shown).toContain('data-page="345">Orders &amp; more</a>')
    expect(shown).toContain('<code>@[Emma](user:17)</code>')
    expect(html('@[Noor](user:18)')).toBe('<p>@Noor</p>')
    expect(withMentionNames('Ask @[Noor](user:18), @[Crew](team:4) or a@b.test')).toBe('Ask @Noor, @Crew or a@b.test')
    expect(withMentionNames('@[Noor](user:18)', ({ id }) => String(id))).toBe('@18')
  })
})
