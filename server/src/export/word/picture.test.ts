import { describe, expect, it } from 'vitest'
import { PIXEL } from '../../test/samples/pixel.ts'
import { drawDiagram, plainColors, plainMarkers } from './diagram/diagram.ts'
import { diagrams } from './diagram/diagrams.ts'
import { drawingFont } from './diagram/fonts.ts'
import { wordPicture } from './package/media.ts'

const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([7, 0, 5, 0]), Buffer.alloc(40)])
const bmp = Buffer.alloc(60)
bmp.write('BM')
bmp.writeInt32LE(9, 18)
bmp.writeInt32LE(-4, 22)
const jpeg = Buffer.from(`ffd8ffe00004${'0000'}ffc0000b0800060008${'00'.repeat(20)}ffd9`, 'hex')

describe('picture size', () => {
  it('is read from the bytes of the picture', () => {
    expect(wordPicture(PIXEL)).toEqual({ extension: 'png', width: 1, height: 1 })
    expect(wordPicture(gif)).toEqual({ extension: 'gif', width: 7, height: 5 })
    expect(wordPicture(bmp)).toEqual({ extension: 'bmp', width: 9, height: 4 })
    expect(wordPicture(jpeg)).toEqual({ extension: 'jpeg', width: 8, height: 6 })
  })

  it('is undefined for truncated, empty and other files', () => {
    expect(wordPicture(PIXEL.subarray(0, 40))).toBeUndefined()
    expect(wordPicture(jpeg.subarray(0, -2))).toBeUndefined()
    expect(wordPicture(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(40)]))).toBeUndefined()
    const thumbnail = Buffer.from(`ffd8ffe10006ffd9${'0000'}ffc0000b0800060008${'00'.repeat(20)}`, 'hex')
    const os2 = Buffer.from(bmp)
    os2.writeUInt32LE(12, 14)
    for (const bytes of [
      thumbnail,
      os2,
      Buffer.alloc(0),
      Buffer.from('<svg width="9" height="9"><script/></svg>'),
      Buffer.from(`ffd8ff${'ff'.repeat(50)}`, 'hex'),
    ])
      expect(wordPicture(bytes)).toBeUndefined()
  })
})

describe('diagrams', () => {
  it('resolve CSS colours and line markers for the renderer', () => {
    const svg =
      '<svg style="--bg:#ffffff;--fg:#000000"><style>--_a: color-mix(in srgb, var(--fg) 50%, var(--bg));</style><a fill="var(--_a)" b="var(--no, red)"/></svg>'
    expect(plainColors(svg)).toContain('<a fill="#808080" b="red"/>')
    expect(plainColors('<a style="--x:var(--x)" fill="var(--x)"/>')).toContain('fill="#808080"')
    const marker =
      '<marker id="m" refX="1" refY="2" orient="auto-start-reverse"><path/></marker><line marker-start="url(#m)" marker-end="url(#m)"/>'
    expect(plainMarkers(marker)).toContain('<line marker-start="url(#m-turned)" marker-end="url(#m)"/>')
  })

  it.skipIf(!drawingFont()?.hasChinese)('are drawn as pictures (needs a font with Chinese)', async () => {
    const kinds = [
      'graph LR\n甲-->乙',
      'sequenceDiagram\nA->>B: 你好',
      'stateDiagram-v2\n[*] --> A',
      'classDiagram\nA <|-- B',
      'erDiagram\nA ||--o{ B : has',
    ]
    for (const source of kinds) expect([source, wordPicture((await drawDiagram('mermaid', source))!)?.extension]).toEqual([source, 'png'])
    expect(wordPicture((await drawDiagram('mindmap', '# 中心\n- 一\n  - 二'))!)?.extension).toBe('png')
  })

  it.skipIf(!drawingFont()?.hasChinese)(
    'time out, and after several timeouts no more diagrams are drawn (needs a font with Chinese)',
    async () => {
      const draw = diagrams(1)
      const nodes = Array.from({ length: 60 }, (_, n) => `n${n}`)
      const lines = nodes.map((node, n) => `${node} --> ${nodes.filter((_, m) => (n + m) % 5 === 0).join(' & ')}`)
      expect(await draw('mermaid', 'graph TD\nA-->B')).toBeDefined()
      expect(await draw('mermaid', `graph TD\n${lines.join('\n')}`)).toBeUndefined()
      expect(await draw('mermaid', 'graph TD\nA-->B')).toBeUndefined()
      expect(await diagrams()('mermaid', 'graph TD\nA-->B')).toBeDefined()
    },
  )

  it('are not drawn when they are too long or of an unknown kind', async () => {
    for (const source of ['pie\n"a": 1', 'gantt\n', '', 'graph LR\n', `graph LR\n${'A-->B\n'.repeat(2000)}`])
      expect(await drawDiagram('mermaid', source)).toBeUndefined()
    expect(await drawDiagram('flow', 'st=>start: x')).toBeUndefined()
    expect(await drawDiagram('mindmap', 'no topic')).toBeUndefined()
  })
})
