import { describe, expect, it } from 'vitest'
import { elementsNamed, parseXml } from '../../../server/src/publish/test/xml.ts'
import { type Case, type Finding, fingerprintOf, type Results } from './finding.ts'
import { junit } from './junit.ts'
import { sarif } from './sarif.ts'
import { problemsOfSarif } from './test/sarif-schema.ts'

/** Texts that end elements, strings and lines, or that no XML can have. */
const nasty = [
  ']]>',
  '</failure></testsuite>',
  '<!--',
  '&lt; & "quotes" \'single\'',
  '\u0000\u0007\u001b[31m',
  '\ud800 alone',
  '\ufffe\uffff',
  'a\r\nb\tc',
  '\u202egnp.exe',
  '%s {{y}} \\u0000',
]
const finding = (message: string, more: Partial<Finding> = {}): Finding => ({
  rule: 'stale-source',
  message,
  place: 'src/orders.ts',
  line: 12,
  page: { title: message, url: 'https://docs.test/1/2' },
  fingerprint: fingerprintOf('1', message, 'seal'),
  ...more,
})
const results = (cases: Case[], findings: Finding[], left = 0): Results => ({ command: 'check', version: '1.2.3', cases, findings, left })

describe('JUnit', () => {
  it('is well formed with any text, and says it (S225)', () => {
    const cases = nasty.map((text) => ({ name: text, failures: [{ type: 'stale', message: text }], errors: [], notes: [text] }))
    const root = parseXml(junit(results(cases, [])))
    expect(root).toMatchObject({ name: 'testsuites', attributes: { tests: '10', failures: '10', errors: '0' } })
    const names = elementsNamed(root, 'testcase').map(({ attributes }) => attributes['name'])
    expect(names.slice(0, 4)).toEqual(nasty.slice(0, 4))
    expect(names.slice(4)).toEqual([
      '\ufffd\ufffd\ufffd[31m',
      '\ufffd alone',
      '\ufffd\ufffd',
      'a\nb\tc',
      '\u202egnp.exe',
      '%s {{y}} \\u0000',
    ])
    expect(elementsNamed(root, 'failure').map(({ text }) => text)).toEqual(names)
    expect(elementsNamed(root, 'system-out').map(({ text }) => text)).toEqual(names)
  })

  it('has a suite with a case for each page, and counts failures and errors once', () => {
    const cases = [
      { name: 'Orders', failures: [], errors: [], notes: [] },
      { name: 'Refunds', failures: [{ type: 'gone', message: 'a' }], errors: [{ type: 'unknown', message: 'b' }], notes: [] },
      { name: 'Prices', failures: [], errors: [{ type: 'unknown', message: 'c' }], notes: [] },
    ]
    const root = parseXml(junit(results(cases, [])))
    const [suite] = root.children
    expect(suite).toMatchObject({ name: 'testsuite', attributes: { name: 'sheaf-push check', tests: '3', failures: '1', errors: '1' } })
    expect(suite?.children.map(({ name, attributes, children }) => [name, attributes['name'], children.map((one) => one.name)])).toEqual([
      ['testcase', 'Orders', []],
      ['testcase', 'Refunds', ['failure', 'error']],
      ['testcase', 'Prices', ['error']],
    ])
  })
})

describe('SARIF', () => {
  it('has what version 2.1.0 requires, with any text (S225)', () => {
    const rules = ['stale-source', 'gone-source', 'breaking-change', 'risky-change'] as const
    const findings = nasty.map((text, n) =>
      finding(text, { rule: rules[n % 4] ?? 'stale-source', place: n === 2 ? 'https://example.com/terms' : `src/${text}/ü #?.ts` }),
    )
    const log = JSON.parse(sarif(results([], findings)))
    expect(problemsOfSarif(log)).toEqual([])
    const [run] = log.runs
    expect(run.results).toHaveLength(nasty.length)
    expect(run.results[0]).toMatchObject({
      ruleId: 'stale-source',
      level: 'warning',
      locations: [{ physicalLocation: { artifactLocation: { uriBaseId: '%SRCROOT%' }, region: { startLine: 12 } } }],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'https://docs.test/1/2' } } }],
      partialFingerprints: { 'sheaf/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(run.results[2].locations[0].physicalLocation.artifactLocation).toEqual({ uri: 'https://example.com/terms' })
    for (const { message } of run.results) expect(message.text).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
  })

  it('has 5,000 results at most, and counts the others', () => {
    const log = JSON.parse(
      sarif(
        results(
          [],
          Array.from({ length: 5003 }, (_, n) => finding(String(n))),
          7,
        ),
      ),
    )
    expect(log.runs[0].results).toHaveLength(5000)
    expect(log.runs[0].properties).toEqual({ omittedResults: 10 })
  })
})
