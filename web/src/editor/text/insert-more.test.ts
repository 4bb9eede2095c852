import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state'
import { render } from '@sheaf/markdown'
import { expect, it } from 'vitest'
import { insertCallout, insertFootnote, insertMindMap, insertPageLink, insertVideo, MIND_MAP, toggleCenter } from './insert.ts'

function after(text: string, edit: (state: EditorState) => TransactionSpec) {
  const state = EditorState.create({
    doc: text.replace(/[⟦⟧]/g, ''),
    selection: EditorSelection.single(text.indexOf('⟦'), text.indexOf('⟧') - 1),
  })
  const next = state.update(edit(state)).state
  const { from, to } = next.selection.main
  const now = next.doc.toString()
  return `${now.slice(0, from)}⟦${now.slice(from, to)}⟧${now.slice(to)}`
}
const html = async (text: string) => (await render(text.replace(/[⟦⟧]/g, ''), { base: '', language: 'en' })).html

it('inserts a video by its address, which is rendered', async () => {
  const text = after('⟦⟧', insertVideo)
  expect(text).toBe('<video src="⟦https://⟧" controls></video>\n')
  expect(await html(after('⟦https://example.com/a.mp4⟧', insertVideo))).toMatch(/<video src="https:\/\/example.com\/a.mp4" controls/)
})

it('centres a line and reverts it', async () => {
  expect(after('a⟦⟧b', toggleCenter)).toBe('<center>⟦ab⟧</center>')
  expect(after('<center>a⟦⟧b</center>', toggleCenter)).toBe('⟦ab⟧')
  const picture = after('⟦![x](https://example.com/x.png)⟧', toggleCenter)
  expect(await html(picture)).toMatch(/<center>[\s\S]*<img src="https:\/\/example.com\/x.png"[\s\S]*<\/center>/)
  expect(after(`⟦${picture.replace(/[⟦⟧]/g, '')}⟧`, toggleCenter)).toBe('⟦![x](https://example.com/x.png)⟧')
})

it('adds a footnote with the next number and its note at the end', () => {
  expect(after('Rates⟦⟧ are fixed.', insertFootnote)).toBe('Rates[^1] are fixed.\n\n[^1]: ⟦⟧\n')
  expect(after('a[^2] b⟦⟧ c\n\n[^2]: two\n', insertFootnote)).toBe('a[^2] b[^3] c\n\n[^2]: two\n[^3]: ⟦⟧\n')
  expect(after('end⟦⟧', insertFootnote)).toBe('end[^1]\n\n[^1]: ⟦⟧\n')
})

it('wraps the selection in a callout', () => {
  expect(after('⟦⟧', insertCallout)).toBe('::: info\n⟦⟧\n:::\n')
  expect(after('⟦word⟧', insertCallout)).toBe('::: info\n⟦word⟧\n:::\n')
})

it('inserts a mind map with a selected example', () => {
  expect(after('⟦⟧', insertMindMap(MIND_MAP.zh))).toBe('```mindmap\n⟦# 主题\n- 分支\n  - 要点\n- 分支⟧\n```\n')
})

it('links a page with its title or the selected words', () => {
  expect(after('see ⟦⟧.', (state) => insertPageLink(state, 'Errors [v2]', '/7/12'))).toBe('see [Errors \\[v2\\]](/7/12)⟦⟧.')
  expect(after('see ⟦the list⟧.', (state) => insertPageLink(state, 'Errors', '/7/12'))).toBe('see [the list](/7/12)⟦⟧.')
})
