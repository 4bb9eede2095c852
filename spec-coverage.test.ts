import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/*
 * docs/spec-coverage.md explains the format of these tables. This file checks that every row has a unique number, a requirement and
 * tests that exist. Whether a test proves its requirement is for a reviewer to judge.
 */
const folder = 'docs/spec-coverage'
const sections = readdirSync(folder).sort()
const wanted = [
  '1-what.md',
  '2-screens.md',
  '3-entities.md',
  '4-states.md',
  '5-validation.md',
  '6-roles.md',
  '7-calls.md',
  '8-errors.md',
  '9-constants.md',
]

interface Row {
  at: string
  number: string
  requirement: string
  proofs: string[]
}

/** Cells of a row; a bar inside a cell is written `\|`. */
const cellsOf = (line: string) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))

function rowsOf(file: string): Row[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    const [, number = '', requirement = '', proofs = ''] = cellsOf(line)
    if (!line.startsWith('|') || number === 'Nr' || /^:?-+:?$/.test(number)) return []
    return [{ at: `${file}:${at + 1}`, number, requirement, proofs: proofs.split('<br>').map((proof) => proof.trim()) }]
  })
}

/** Normalizes a title for comparison: one kind of quote, no escapes, template expressions as an ellipsis. */
const normalized = (text: string) =>
  text
    .replace(/\$\{[^}]*\}/g, '…')
    .replace(/\\(.)/g, '$1')
    .replace(/["'`‘’“”]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/\( '/g, "('")

const known = new Map<string, string>()
function sourceOf(file: string) {
  const source = known.get(file) ?? normalized(readFileSync(file, 'utf8'))
  known.set(file, source)
  return source
}

/** The problem of a reference such as "file › title › title", or undefined. */
function problemOf(proof: string) {
  const [file = '', ...titles] = proof.split(' › ')
  if (!/\.test\.tsx?$/.test(file) || titles.length === 0) return `is not "path/of/file.test.ts › name of the test": ${proof}`
  if (!existsSync(file)) return `there is no file ${file}`
  const missing = titles.filter((title) => title.length < 5 || !sourceOf(file).includes(`('${normalized(title)}`))
  return missing.length ? `${file} has no test "${missing.join(' › ')}"` : undefined
}

it('every section of the specification has a table', () => {
  expect(sections).toEqual(wanted)
  expect(wanted.filter((file) => rowsOf(file).length === 0)).toEqual([])
})

it('the index has the right number of rows for every section', () => {
  const index = readFileSync(`${folder}.md`, 'utf8')
  const counted = [...index.matchAll(/\(spec-coverage\/([\w.-]+)\) \| (\d+) \|/g)].map(([, file, rows]) => `${file}: ${rows}`)
  expect(counted).toEqual(wanted.map((file) => `${file}: ${rowsOf(file).length}`))
})

describe.each(sections)('%s', (file) => {
  const rows = rowsOf(file)

  it('gives every row a unique number', () => {
    const seen = new Set<string>()
    const wrong = rows.filter(({ number }) => {
      const isDuplicate = seen.has(number)
      seen.add(number)
      return isDuplicate || !new RegExp(`^${file[0]}\\.\\d+[a-z]?$`).test(number)
    })
    expect(wrong.map(({ at, number }) => `${at} "${number}"`)).toEqual([])
  })

  it('names an existing test in every row', () => {
    const wrong = rows.flatMap(({ at, number, requirement, proofs }) => [
      ...(requirement ? [] : [`${at} ${number} has no requirement`]),
      ...proofs.flatMap((proof) => (proof ? (problemOf(proof) ?? []) : 'names no test')).map((problem) => `${at} ${number} ${problem}`),
    ])
    expect(wrong).toEqual([])
  })
})
