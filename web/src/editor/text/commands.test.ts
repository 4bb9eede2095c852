import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { dedent, hasList, hasMark, headingLevel, indent, setHeading, toggleList, toggleMark, toggleQuote } from './formatting.ts'
import { insertCode, insertLink, insertMath, insertTable, insertToc } from './insert.ts'

/** "a ⟦b⟧ c" is a text with b selected, "a ⟦⟧c" a text with a cursor. */
function given(text: string) {
  const anchor = text.indexOf('⟦')
  const head = text.indexOf('⟧') - 1
  return EditorState.create({
    doc: text.replace(/[⟦⟧]/g, ''),
    selection: EditorSelection.single(anchor, head),
    extensions: [markdown({ base: markdownLanguage })],
  })
}
function shown(state: EditorState) {
  const { from, to } = state.selection.main
  const text = state.doc.toString()
  return `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`
}
const after = (text: string, edit: (state: EditorState) => TransactionSpec) => {
  const state = given(text)
  return shown(state.update(edit(state)).state)
}
const pressed = (text: string, command: typeof indent) => {
  let state = given(text)
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  return shown(state)
}

describe('inline marks', () => {
  const bold = (text: string) => after(text, (state) => toggleMark(state, '**'))
  const italic = (text: string) => after(text, (state) => toggleMark(state, '*'))

  it('wrap the selection and are removed again', () => {
    expect(bold('a ⟦word⟧ b')).toBe('a **⟦word⟧** b')
    expect(bold('a **⟦word⟧** b')).toBe('a ⟦word⟧ b')
    expect(bold('a ⟦**word**⟧ b')).toBe('a ⟦word⟧ b')
    expect(after('读⟦中文⟧。', (state) => toggleMark(state, '`'))).toBe('读`⟦中文⟧`。')
  })

  it('are removed with the cursor anywhere inside', () => {
    expect(bold('a **wo⟦⟧rd** b')).toBe('a wo⟦⟧rd b')
    expect(after('x ~~go⟦⟧ne~~', (state) => toggleMark(state, '~~'))).toBe('x go⟦⟧ne')
  })

  it('are inserted empty without a selection and removed by a second press', () => {
    expect(bold('a ⟦⟧')).toBe('a **⟦⟧**')
    expect(bold('a **⟦⟧**')).toBe('a ⟦⟧')
  })

  it('distinguish bold and italic', () => {
    expect(italic('**⟦word⟧**')).toBe('***⟦word⟧***')
    expect(italic('***⟦word⟧***')).toBe('**⟦word⟧**')
    expect(hasMark(given('**⟦word⟧**'), '*')).toBe(false)
    expect(hasMark(given('**⟦word⟧**'), '**')).toBe(true)
  })

  it('exclude surrounding whitespace', () => {
    expect(bold('a⟦ word ⟧b')).toBe('a⟦ **word** ⟧b')
  })

  it('mark several lines one by one, after the markers of lists and headings', () => {
    expect(bold('⟦one\n\n- two\n1. three\n> four⟧')).toBe('**⟦one**\n\n- **two**\n1. **three**\n> **four⟧**')
    expect(bold('⟦**one**\n- **two**⟧')).toBe('⟦one\n- two⟧')
    expect(bold('⟦**one**\ntwo⟧')).toBe('⟦**one**\n**two⟧**')
  })
})

describe('lines', () => {
  it('become a list of the requested kind from any other kind', () => {
    expect(after('⟦a\n\nb⟧', (state) => toggleList(state, 'bullet'))).toBe('- ⟦a\n\n- b⟧')
    expect(after('- ⟦a\n- b⟧', (state) => toggleList(state, 'number'))).toBe('1. ⟦a\n2. b⟧')
    expect(after('1. ⟦a\n2. b⟧', (state) => toggleList(state, 'task'))).toBe('- [ ] ⟦a\n- [ ] b⟧')
    expect(after('- [x] ⟦a⟧', (state) => toggleList(state, 'bullet'))).toBe('- ⟦a⟧')
    expect(after('- ⟦a\n- b⟧', (state) => toggleList(state, 'bullet'))).toBe('⟦a\nb⟧')
    expect(hasList(given('- [ ] ⟦⟧a'), 'bullet')).toBe(false)
  })

  it('keep their indentation and quote marks in lists', () => {
    expect(after('  ⟦a⟧', (state) => toggleList(state, 'bullet'))).toBe('  - ⟦a⟧')
    expect(after('> ⟦a⟧', (state) => toggleList(state, 'bullet'))).toBe('> - ⟦a⟧')
  })

  it('are quoted as one quotation', () => {
    expect(after('⟦a\n\nb⟧', toggleQuote)).toBe('> ⟦a\n>\n> b⟧')
    expect(after('⟦> a\n>\n> b⟧', toggleQuote)).toBe('⟦a\n\nb⟧')
  })

  it('become a heading, change its level and become plain text again', () => {
    expect(after('⟦⟧a', (state) => setHeading(state, 2))).toBe('## ⟦⟧a')
    expect(after('## ⟦⟧a', (state) => setHeading(state, 3))).toBe('### ⟦⟧a')
    expect(after('### ⟦⟧a', (state) => setHeading(state, 3))).toBe('⟦⟧a')
    expect(after('### ⟦⟧a', (state) => setHeading(state, 0))).toBe('⟦⟧a')
    expect(headingLevel(given('### ⟦⟧a'))).toBe(3)
  })
})

describe('the inserted element', () => {
  it('is a link with its missing part selected', () => {
    expect(after('see ⟦here⟧', (state) => insertLink(state))).toBe('see [here](⟦https://⟧)')
    expect(after('see ⟦https://a.b/c⟧', (state) => insertLink(state))).toBe('see [⟦⟧](https://a.b/c)')
    expect(after('⟦⟧', (state) => insertLink(state, true))).toBe('![⟦⟧](https://)')
  })

  it('is a table below the line with its first header cell selected', () => {
    expect(after('te⟦⟧xt', (state) => insertTable(state, 1, 2, (column) => `列 ${column}`))).toBe(
      'text\n\n| ⟦列 1⟧ | 列 2 |\n| --- | --- |\n|     |     |\n',
    )
  })

  it('is a code block around the selected lines, with a fence longer than any inside', () => {
    expect(after('a\n\nb⟦c\nd⟧e\n\nf', (state) => insertCode(state, 'json'))).toBe('a\n\n```json\n⟦bc\nde⟧\n```\n\nf')
    expect(after('⟦```\nx\n```⟧', (state) => insertCode(state, ''))).toBe('````\n⟦```\nx\n```⟧\n````\n')
    expect(after('⟦⟧', (state) => insertCode(state, 'go'))).toBe('```go\n⟦⟧\n```\n')
  })

  it('is an inline or a block formula', () => {
    expect(after('a ⟦x^2⟧', insertMath)).toBe('a $⟦x^2⟧$')
    expect(after('⟦⟧', insertMath)).toBe('$$\n⟦⟧\n$$\n')
  })

  it('goes below a whole table or code block, never into it', () => {
    expect(after('| a⟦⟧ |\n| - |\n| 1 |\nx', insertToc)).toBe('| a |\n| - |\n| 1 |\nx\n\n[TOC]⟦⟧\n')
    expect(after('```\na⟦⟧\n```\n\nb', insertToc)).toBe('```\na\n```\n\n[TOC]⟦⟧\n\nb')
  })

  it('keeps one blank line on either side', () => {
    expect(after('a\n⟦⟧\nb', insertToc)).toBe('a\n\n[TOC]⟦⟧\n\nb')
    expect(after('a\n\n⟦⟧\n\nb', insertToc)).toBe('a\n\n[TOC]⟦⟧\n\nb')
  })
})

describe('Tab', () => {
  it('nests a list item under the text of the item above', () => {
    expect(pressed('- a\n- ⟦⟧b', indent)).toBe('- a\n  - ⟦⟧b')
    expect(pressed('1. a\n2. ⟦⟧b', indent)).toBe('1. a\n   2. ⟦⟧b')
  })

  it('reverses the nesting with Shift', () => {
    expect(pressed('1. a\n   2. ⟦⟧b', dedent)).toBe('1. a\n2. ⟦⟧b')
    expect(pressed('- a\n  - b\n    - ⟦⟧c', dedent)).toBe('- a\n  - b\n  - ⟦⟧c')
  })

  it('inserts spaces in plain text', () => {
    expect(pressed('a⟦⟧', indent)).toBe('a  ⟦⟧')
  })
})
