import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Meaning, meaningBetween } from './meaning.ts'

/*
 * Pairs of pages with what a person says about their difference (testdata/README.md). Few wrong statements matter more than many right
 * ones: at least 95 % of what is said is right, and at least 80 % of what changed is said.
 */
const folder = 'testdata/meaning'
const PRECISION_MIN = 0.95
const RECALL_MIN = 0.8

const form = /^([\s\S]*?)\n==== before: (.*)\n([\s\S]*?)\n==== after: (.*)\n([\s\S]*)$/

const pairs = readdirSync(folder).map((file) => {
  const [, labels = '', titleBefore = '', textBefore = '', titleAfter = '', textAfter = ''] =
    form.exec(readFileSync(`${folder}/${file}`, 'utf8')) ?? []
  const before = { title: titleBefore, text: `${textBefore}\n` }
  return { file, labels: labels.split('\n'), before, after: { title: titleAfter, text: textAfter } }
})

/** A meaning as the labels write it. */
function labelOf({ kind, section = '', name = '', from = '', to = '' }: Meaning): string {
  if (kind === 'field.required') return `${kind} ${name} ${to}`
  if (/\.renamed$|^endpoint\.(?:method|path)$/.test(kind)) return `${kind} ${from} > ${to}`
  if (kind.startsWith('field.')) return `${kind} ${name}`
  return /^(?:section|example)\./.test(kind) ? `${kind} ${section}` : kind
}

const counted = pairs.map(({ file, labels, before, after }) => {
  const found = meaningBetween(before, after).map(labelOf)
  const wrong = found.filter((label) => !labels.includes(label))
  const missing = labels.filter((label) => !found.includes(label))
  return { file, found: found.length, expected: labels.length, wrong, missing }
})
const sum = (of: (one: (typeof counted)[number]) => number) => counted.reduce((total, one) => total + of(one), 0)

it('has at least forty pairs, twenty of them in Chinese', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(40)
  expect(pairs.filter(({ file }) => file.startsWith('zh-')).length).toBeGreaterThanOrEqual(20)
  expect(pairs.filter(({ labels, before, after }) => labels.join('') === '' || before.text === '' || after.text === '')).toEqual([])
})

it('says what is right, and most of what changed', () => {
  const differences = counted.filter(({ wrong, missing }) => wrong.length + missing.length > 0)
  const precision = 1 - sum(({ wrong }) => wrong.length) / sum(({ found }) => found)
  const recall = 1 - sum(({ missing }) => missing.length) / sum(({ expected }) => expected)
  expect(precision, JSON.stringify(differences, undefined, 1)).toBeGreaterThanOrEqual(PRECISION_MIN)
  expect(recall, JSON.stringify(differences, undefined, 1)).toBeGreaterThanOrEqual(RECALL_MIN)
})

it.each(pairs)('says nothing about the same text twice ($file)', ({ before, after }) => {
  expect(meaningBetween(before, before)).toEqual([])
  expect(meaningBetween(after, after)).toEqual([])
})
