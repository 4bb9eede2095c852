import { expect, it } from 'vitest'
import { decodeEntities, wordsOf } from './document.ts'

it('extracts the text of an article once, without anchors and buttons', () => {
  const html =
    '<h2 id="a">标题<a class="anc" href="#a">#</a></h2><p>A &lt;b&gt; &amp; c</p><ul><li>x</li><li>y</li></ul><button>Copy</button>' +
    '<p><span class="katex"><span class="katex-mathml"><math><mi>E</mi><annotation encoding="x">E=mc^2</annotation></math></span></span></p>'
  expect(wordsOf(html)).toBe('标题 A <b> & c x y E')
})

it.each([
  ['&#39;&#x4e2d;&quot;&nbsp;', '\'中" '],
  ['&copy; &#9999999; &unknown;', '&copy; &#9999999; &unknown;'],
])('%s', (html, text) => expect(decodeEntities(html)).toBe(text))
