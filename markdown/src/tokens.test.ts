import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './tokens.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The tokens that o200k makes of each file, with the first digits of the SHA-256 of the counted text. */
const counted = JSON.parse(readFileSync(join(root, 'testdata/tokens.json'), 'utf8')) as Record<string, [sha: string, tokens: number]>

const samples = Object.entries(counted).flatMap(([path, [sha, tokens]]) => {
  const text = readFileSync(join(root, path), 'utf8')
  return createHash('sha256').update(text).digest('hex').startsWith(sha) ? [{ path, text, tokens }] : []
})
const deviations = samples.map(({ path, text, tokens }) => ({ path, share: estimateTokens(text) / tokens - 1 }))

describe('the estimate of tokens', () => {
  it('is compared with more than 150 files, most of the manual among them', () => {
    expect(samples.length).toBeGreaterThan(150)
    // A page of the manual that was edited has no count any more.
    for (const language of ['en', 'zh'])
      expect(samples.filter(({ path }) => path.startsWith(`docs/manual/${language}/`)).length).toBeGreaterThan(12)
  })

  it('is within -15 % and +20 % for every file', () => {
    expect(deviations.filter(({ share }) => share < -0.15 || share > 0.2)).toEqual([])
  })

  it('has a median deviation below 2 %', () => {
    const sorted = deviations.map(({ share }) => share).sort((a, b) => a - b)
    expect(Math.abs(sorted[sorted.length >> 1] ?? 1)).toBeLessThan(0.02)
  })

  it('counts each kind of character', () => {
    const of = (text: string, times = 100) => estimateTokens(text.repeat(times)) / times
    expect(of('文')).toBeCloseTo(0.8)
    expect(of('é')).toBeCloseTo(0.55)
    expect(of('word ')).toBeCloseTo(1.08)
    expect(of('wonderful ')).toBeCloseTo(1.38)
    expect(of('1234 ')).toBeCloseTo(5)
    expect(of('() ')).toBeCloseTo(0.82)
    expect(of('\n')).toBeCloseTo(0.46)
    expect(of('\n  a')).toBeCloseTo(0.46 + 1.25 + 1.08)
    expect(estimateTokens('')).toBe(0)
  })
})
