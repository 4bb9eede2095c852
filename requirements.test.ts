import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/* docs/requirements.md explains every requirement code that comments, test names and documents use. */
const list = 'docs/requirements.md'
const places = [
  'compare/src',
  'contract/src',
  'description/src',
  'markdown/src',
  'push/src',
  'server/src',
  'web/src',
  'e2e',
  'bench',
  'scripts',
  'test',
  'deploy',
  'docs',
  '.',
]
const isText = (file: string) => /\.(?:tsx?|mjs|css|md)$/.test(file) && file !== list && !file.startsWith('docs/manual')

const files = places.flatMap((place) =>
  readdirSync(place, { recursive: place !== '.', encoding: 'utf8' })
    .map((file) => (place === '.' ? file : join(place, file)))
    .filter((file) => isText(file) && statSync(file).isFile()),
)

/** In spreadsheet code, D with a number is a cell and not a requirement code. */
const aboutCells = /sheet|xlsx|book/
/** S256 is a challenge method of OAuth. */
const CODES = /\b(?:S(?!256)\d{2,3}|R\d{2,3}|W\d{1,2}|D\d{1,2}|O\d{1,2})\b/g

const used = new Map<string, string>()
for (const file of files)
  for (const [code] of readFileSync(file, 'utf8').matchAll(CODES)) if (code[0] !== 'D' || !aboutCells.test(file)) used.set(code, file)

const rows = [...readFileSync(list, 'utf8').matchAll(/^\| ([A-Z]\d+) \| (.+) \|$/gm)].map(([, code = '', text = '']) => ({ code, text }))
const known = new Set(rows.map((row) => row.code))

it('every code in use has a row that explains it', () => {
  expect([...used].filter(([code]) => !known.has(code))).toEqual([])
})

it('every row explains a code in use, and no code has two rows', () => {
  expect(rows.filter(({ code }) => !used.has(code)).map((row) => row.code)).toEqual([])
  expect(rows.map((row) => row.code)).toEqual([...known])
  expect(rows.filter(({ text }) => text.length < 20)).toEqual([])
})
