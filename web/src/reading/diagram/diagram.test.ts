import { describe, expect, it } from 'vitest'
import { flowToMermaid } from './flow.ts'
import { mindmapToMermaid } from './mindmap.ts'
import { sequenceToMermaid } from './sequence.ts'

describe('a mind map', () => {
  it('reads headings and the lists below them', () => {
    const source = '# 项目\n## 后端\n- Node (TypeScript)\n  - SQLite "small"\n- PostgreSQL\n## 前端\n\t* **React** and `Vite`\n'
    expect(mindmapToMermaid(source).split('\n')).toEqual([
      'mindmap',
      '  n0["项目"]',
      '    n1["后端"]',
      '      n2["Node (TypeScript)"]',
      '        n3["SQLite “small”"]',
      '      n4["PostgreSQL"]',
      '    n5["前端"]',
      '      n6["React and Vite"]',
    ])
  })

  it('puts several topics under one root and refuses a text without topics', () => {
    expect(mindmapToMermaid('- a\n- b').split('\n')).toEqual(['mindmap', '  n0[" "]', '    n1["a"]', '    n2["b"]'])
    expect(() => mindmapToMermaid('only words')).toThrow()
  })
})

describe('a flow chart', () => {
  it('converts the shapes and conditions of flowchart.js and ignores its directions', () => {
    const source = `st=>start: Start|past:>http://www.google.com[blank]
e=>end: End
op1=>operation: My "Operation"
cond=>condition: Yes
or No?
io=>inputoutput: 保存
sub1=>subroutine: Sub

st(right)->op1->cond
cond(yes, right)->io->e
cond(no)->sub1(left)->op1`
    expect(flowToMermaid(source).split('\n')).toEqual([
      'flowchart TD',
      '  s0(["Start"])',
      '  s4(["End"])',
      '  s1["My “Operation”"]',
      '  s2{"Yes<br/>or No?"}',
      '  s3[/"保存"/]',
      '  s5[["Sub"]]',
      '  s0 --> s1',
      '  s1 --> s2',
      '  s2 -->|"Yes"| s3',
      '  s3 --> s4',
      '  s2 -->|"No"| s5',
      '  s5 --> s1',
    ])
  })

  it('refuses what it does not understand', () => {
    expect(() => flowToMermaid('hello')).toThrow()
    expect(() => flowToMermaid('')).toThrow()
  })
})

describe('a sequence diagram', () => {
  it('converts the arrows, notes, titles and participants of js-sequence-diagrams', () => {
    const source = `Title: Here is a title
# a comment
participant 客户 as C
A->B: Normal line
B-->A: Dashed; line #1
B->>C: Open arrow
C-->>A: Dashed open
Note right of A: x\\ny
Note over A,B: both
A->A: self`
    expect(sequenceToMermaid(source).split('\n')).toEqual([
      '---',
      'title: "Here is a title"',
      '---',
      'sequenceDiagram',
      '  participant a0 as 客户',
      '  participant a1 as A',
      '  participant a2 as B',
      '  a1->>a2: Normal line',
      '  a2-->>a1: Dashed#59; line #35;1',
      '  a2-)a0: Open arrow',
      '  a0--)a1: Dashed open',
      '  Note right of a1: x<br/>y',
      '  Note over a1,a2: both',
      '  a1->>a1: self',
    ])
  })

  it('refuses what it does not understand', () => {
    expect(() => sequenceToMermaid('hello')).toThrow()
  })
})
