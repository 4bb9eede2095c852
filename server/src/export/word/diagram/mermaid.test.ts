import { expect, it } from 'vitest'
import { plainFlow, readsAll, unhide } from './mermaid.ts'

const lines = (source: string) =>
  plainFlow(source)
    ?.text.split('\n')
    .slice(1)
    .map((line) => unhide(line).replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))

it('normalises flow charts to the supported syntax, for any node names and spacing', () => {
  expect(lines('graph LR\n甲-->乙')).toEqual(['n0[甲] --> n1[乙]'])
  expect(lines('flowchart TD; a-b.c-->|x, y|B; B---C')).toEqual(['n0[a-b.c] -->|x, y| n1[B]', 'n1[B] --- n2[C]'])
  expect(lines('graph\nA -- yes --> B & C ==> D')).toEqual([
    'n0[A] -->|yes| n1[B]',
    'n0[A] -->|yes| n2[C]',
    'n1[B] ==> n3[D]',
    'n2[C] ==> n3[D]',
  ])
  expect(lines('graph TB\nA["a [1] <b>b</b><br/>c"] -. 虚线 .-> B(("x")):::red\nclassDef red fill:#f00')).toEqual([
    'n0[a [1] b<br>c] -.->|虚线| n1((x))',
  ])
  expect(lines('graph TD\nsubgraph s["名 字"]\nA\nend\nA <--> B')).toEqual(['subgraph g1 [名 字]', 'n0[A]', 'end', 'n0[A] <--> n1[B]'])
  expect(plainFlow('graph TD\nA-->B-->A')).toMatchObject({ nodes: 2, edges: 2 })
})

it('rejects flow charts with unsupported syntax', () => {
  for (const line of ['A --x B', 'A ~~~ B', 'A@{ shape: rect }', 'A[open', '-->', 'A --> '])
    expect([line, plainFlow(`graph TD\n${line}`)]).toEqual([line, undefined])
  expect(plainFlow('pie\nA --> B')).toBeUndefined()
  expect(plainFlow('graph ZZ\nA --> B')).toBeUndefined()
})

it('draws other diagrams only if every line is supported', () => {
  for (const source of [
    'sequenceDiagram\n%% note\nparticipant 用户 as U\nU->>+B: 你好\nB-->>-U: ok\nNote over U,B: x\nloop 每天\nU->>B: y\nend',
    'stateDiagram-v2\n[*] --> 待付款\n待付款 --> 已付款: 付款\nstate 组 {\nA --> B\n}',
    'classDiagram\nA <|-- B\nA "1" *-- "n" C : has\nA : +int x\nclass D {\n+run() void\nanything\n}',
    'erDiagram\nA ||--o{ B : has\nA {\nint id PK "编号"\n}',
    'xychart-beta\ntitle "x"\nx-axis [一, 二]\ny-axis "万" 0 --> 10\nbar [1, 2]',
  ])
    expect([source, readsAll(source)]).toEqual([source, true])
  for (const source of [
    'sequenceDiagram\nautonumber',
    'sequenceDiagram\nA-xB: lost',
    'stateDiagram-v2\nnote right of A',
    'classDiagram\nnote "x"',
    'pie\n"a": 1',
    'erDiagram\nA {\nint x\n}\nwhat is this',
  ])
    expect([source, readsAll(source)]).toEqual([source, false])
})
