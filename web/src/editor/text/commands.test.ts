import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { dedent, hasList, hasMark, headingLevel, indent, setHeading, toggleList, toggleMark, toggleQuote } from './formatting.ts'
import { insertCode, insertLink, insertMath, insertTable, insertToc } from './insert.ts'

/** "a [b] c" is a text with b selected, "a []c" one with a cursor; brackets of links are written ⟦ ⟧ here. */
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

describe('marks in the line', () => {
  const bold = (text: string) => after(text, (state) => toggleMark(state, '**'))
  const italic = (text: string) => after(text, (state) => toggleMark(state, '*'))

  it('go around what is selected and come off again', () => {
    expect(bold('a ⟦word⟧ b')).toBe('a **⟦word⟧** b')
    expect(bold('a **⟦word⟧** b')).toBe('a ⟦word⟧ b')
    expect(bold('a ⟦**word**⟧ b')).toBe('a ⟦word⟧ b')
    expect(after('读⟦中文⟧。', (state) => toggleMark(state, '`'))).toBe('读`⟦中文⟧`。')
  })

  it('come off with the cursor anywhere inside', () => {
    expect(bold('a **wo⟦⟧rd** b')).toBe('a wo⟦⟧rd b')
    expect(after('x ~~go⟦⟧ne~~', (state) => toggleMark(state, '~~'))).toBe('x go⟦⟧ne')
  })

  it('wait for text where nothing is selected, and go away when pressed twice', () => {
    expect(bold('a ⟦⟧')).toBe('a **⟦⟧**')
    expect(bold('a **⟦⟧**')).toBe('a ⟦⟧')
  })

  it('keep bold and italic apart', () => {
    expect(italic('**⟦word⟧**')).toBe('***⟦word⟧***')
    expect(italic('***⟦word⟧***')).toBe('**⟦word⟧**')
    expect(hasMark(given('**⟦word⟧**'), '*')).toBe(false)
    expect(hasMark(given('**⟦word⟧**'), '**')).toBe(true)
  })

  it('leave blanks outside', () => {
    expect(bold('a⟦ word ⟧b')).toBe('a⟦ **word** ⟧b')
  })

  it('mark several lines one by one, behind the signs of lists and headings', () => {
    expect(bold('⟦one\n\n- two\n1. three\n> four⟧')).toBe('**⟦one**\n\n- **two**\n1. **three**\n> **four⟧**')
    expect(bold('⟦**one**\n- **two**⟧')).toBe('⟦one\n- two⟧')
    expect(bold('⟦**one**\ntwo⟧')).toBe('⟦**one**\n**two⟧**')
  })
})

describe('lines', () => {
  it('become a list of the kind asked for, whatever they were', () => {
    expect(after('⟦a\n\nb⟧', (state) => toggleList(state, 'bullet'))).toBe('- ⟦a\n\n- b⟧')
    expect(after('- ⟦a\n- b⟧', (state) => toggleList(state, 'number'))).toBe('1. ⟦a\n2. b⟧')
    expect(after('1. ⟦a\n2. b⟧', (state) => toggleList(state, 'task'))).toBe('- [ ] ⟦a\n- [ ] b⟧')
    expect(after('- [x] ⟦a⟧', (state) => toggleList(state, 'bullet'))).toBe('- ⟦a⟧')
    expect(after('- ⟦a\n- b⟧', (state) => toggleList(state, 'bullet'))).toBe('⟦a\nb⟧')
    expect(hasList(given('- [ ] ⟦⟧a'), 'bullet')).toBe(false)
  })

  it('keep their indentation and quote signs in lists', () => {
    expect(after('  ⟦a⟧', (state) => toggleList(state, 'bullet'))).toBe('  - ⟦a⟧')
    expect(after('> ⟦a⟧', (state) => toggleList(state, 'bullet'))).toBe('> - ⟦a⟧')
  })

  it('are quoted as one quotation', () => {
    expect(after('⟦a\n\nb⟧', toggleQuote)).toBe('> ⟦a\n>\n> b⟧')
    expect(after('⟦> a\n>\n> b⟧', toggleQuote)).toBe('⟦a\n\nb⟧')
  })

  it('take a heading, change its level and lose it', () => {
    expect(after('⟦⟧a', (state) => setHeading(state, 2))).toBe('## ⟦⟧a')
    expect(after('## ⟦⟧a', (state) => setHeading(state, 3))).toBe('### ⟦⟧a')
    expect(after('### ⟦⟧a', (state) => setHeading(state, 3))).toBe('⟦⟧a')
    expect(after('### ⟦⟧a', (state) => setHeading(state, 0))).toBe('⟦⟧a')
    expect(headingLevel(given('### ⟦⟧a'))).toBe(3)
  })
})

describe('what is put in', () => {
  it('is a link with what is missing selected', () => {
    expect(after('see ⟦here⟧', (state) => insertLink(state))).toBe('see [here](⟦https://⟧)')
    expect(after('see ⟦https://a.b/c⟧', (state) => insertLink(state))).toBe('see [⟦⟧](https://a.b/c)')
    expect(after('⟦⟧', (state) => insertLink(state, true))).toBe('![⟦⟧](https://)')
  })

  it('is a table below the line, its first head selected', () => {
    expect(after('te⟦⟧xt', (state) => insertTable(state, 1, 2, (column) => `列 ${column}`))).toBe(
      'text\n\n| ⟦列 1⟧ | 列 2 |\n| --- | --- |\n|     |     |\n',
    )
  })

  it('is a code block around the selected lines, with a fence longer than any inside', () => {
    expect(after('a\n\nb⟦c\nd⟧e\n\nf', (state) => insertCode(state, 'json'))).toBe('a\n\n```json\n⟦bc\nde⟧\n```\n\nf')
    expect(after('⟦```\nx\n```⟧', (state) => insertCode(state, ''))).toBe('````\n⟦```\nx\n```⟧\n````\n')
    expect(after('⟦⟧', (state) => insertCode(state, 'go'))).toBe('```go\n⟦⟧\n```\n')
  })

  it('is a formula in the line or on its own', () => {
    expect(after('a ⟦x^2⟧', insertMath)).toBe('a $⟦x^2⟧$')
    expect(after('⟦⟧', insertMath)).toBe('$$\n⟦⟧\n$$\n')
  })

  it('goes under the whole of a table or a code block, never into it', () => {
    expect(after('| a⟦⟧ |\n| - |\n| 1 |\nx', insertToc)).toBe('| a |\n| - |\n| 1 |\nx\n\n[TOC]⟦⟧\n')
    expect(after('```\na⟦⟧\n```\n\nb', insertToc)).toBe('```\na\n```\n\n[TOC]⟦⟧\n\nb')
  })

  it('keeps one blank line on either side', () => {
    expect(after('a\n⟦⟧\nb', insertToc)).toBe('a\n\n[TOC]⟦⟧\n\nb')
    expect(after('a\n\n⟦⟧\n\nb', insertToc)).toBe('a\n\n[TOC]⟦⟧\n\nb')
  })
})

describe('Tab', () => {
  it('hangs a list item under the text of the one above', () => {
    expect(pressed('- a\n- ⟦⟧b', indent)).toBe('- a\n  - ⟦⟧b')
    expect(pressed('1. a\n2. ⟦⟧b', indent)).toBe('1. a\n   2. ⟦⟧b')
  })

  it('takes it back with Shift', () => {
    expect(pressed('1. a\n   2. ⟦⟧b', dedent)).toBe('1. a\n2. ⟦⟧b')
    expect(pressed('- a\n  - b\n    - ⟦⟧c', dedent)).toBe('- a\n  - b\n  - ⟦⟧c')
  })

  it('writes blanks in plain text', () => {
    expect(pressed('a⟦⟧', indent)).toBe('a  ⟦⟧')
  })
})
