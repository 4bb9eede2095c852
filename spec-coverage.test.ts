import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/*
 * docs/spec-coverage.md says how these tables are read. Here every row is held to it: a number of its own, words, and tests that are
 * there. Whether a test proves its row is for readers to say; that it exists is not.
 */
const home = 'docs/spec-coverage'
const sections = readdirSync(home).sort()
const wanted = [
  ...['1-what.md', '2-screens.md', '3-entities.md', '4-states.md', '5-validation.md', '6-roles.md', '7-calls.md', '8-errors.md'],
  '9-constants.md',
]

interface Row {
  at: string
  number: string
  asks: string
  proofs: string[]
}

/** Cells of a row; a bar that belongs to the words is written `\|`. */
const cellsOf = (line: string) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))

function rowsOf(file: string): Row[] {
  const lines = readFileSync(join(home, file), 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    const [, number = '', asks = '', proofs = ''] = cellsOf(line)
    if (!line.startsWith('|') || number === 'Nr' || /^:?-+:?$/.test(number)) return []
    return [{ at: `${file}:${at + 1}`, number, asks, proofs: proofs.split('<br>').map((proof) => proof.trim()) }]
  })
}

/** As titles are compared: one kind of quote, nothing escaped, what is put in at run time as an ellipsis. */
const plain = (text: string) =>
  text
    .replace(/\$\{[^}]*\}/g, '…')
    .replace(/\\(.)/g, '$1')
    .replace(/["'`‘’“”]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/\( '/g, "('")

const known = new Map<string, string>()
function sourceOf(file: string) {
  const source = known.get(file) ?? plain(readFileSync(file, 'utf8'))
  known.set(file, source)
  return source
}

function whatIsWrongWith(proof: string) {
  const [file = '', ...titles] = proof.split(' › ')
  if (!/\.test\.tsx?$/.test(file) || titles.length === 0) return `is not "path/of/file.test.ts › name of the test": ${proof}`
  if (!existsSync(file)) return `there is no file ${file}`
  const gone = titles.filter((title) => title.length < 5 || !sourceOf(file).includes(`('${plain(title)}`))
  return gone.length ? `${file} has no test "${gone.join(' › ')}"` : undefined
}

it('every section of the specification has its table', () => {
  expect(sections).toEqual(wanted)
  expect(wanted.filter((file) => rowsOf(file).length === 0)).toEqual([])
})

it('the index counts the rows as they are', () => {
  const index = readFileSync(`${home}.md`, 'utf8')
  const counted = [...index.matchAll(/\(spec-coverage\/([\w.-]+)\) \| (\d+) \|/g)].map(([, file, rows]) => `${file}: ${rows}`)
  expect(counted).toEqual(wanted.map((file) => `${file}: ${rowsOf(file).length}`))
})

describe.each(sections)('%s', (file) => {
  const rows = rowsOf(file)

  it('numbers its rows, each once', () => {
    const seen = new Set<string>()
    const wrong = rows.filter(({ number }) => {
      const twice = seen.has(number)
      seen.add(number)
      return twice || !new RegExp(`^${file[0]}\\.\\d+[a-z]?$`).test(number)
    })
    expect(wrong.map(({ at, number }) => `${at} "${number}"`)).toEqual([])
  })

  it('names for every row a test that is there', () => {
    const wrong = rows.flatMap(({ at, number, asks, proofs }) => [
      ...(asks ? [] : [`${at} ${number} asks nothing`]),
      ...proofs
        .flatMap((proof) => (proof ? (whatIsWrongWith(proof) ?? []) : 'names no test'))
        .map((problem) => `${at} ${number} ${problem}`),
    ])
    expect(wrong).toEqual([])
  })
})
