import type { Finding, Results, Rule } from './finding.ts'

const RESULTS_MAX = 5000
/** A text of a result is shown in one line. */
const TEXT_MAX = 1000

const rules: Record<Rule, { level: 'error' | 'warning'; short: string; full: string }> = {
  'stale-source': {
    level: 'warning',
    short: 'The source of a page has changed',
    full: 'A page names this code as its source. It has changed since a person accepted the page.',
  },
  'gone-source': {
    level: 'error',
    short: 'The source of a page is gone',
    full: 'A page names this code as its source. The file, the symbol or the address does not exist any more.',
  },
  'breaking-change': {
    level: 'error',
    short: 'The API has changed, and programs that use it can fail',
    full: 'A program that follows the earlier description of the API can fail with the new one.',
  },
  'risky-change': {
    level: 'warning',
    short: 'The API has changed, and programs that use it may fail',
    full: 'The description does not say whether programs that follow the earlier one fail.',
  },
  'failed-example': {
    level: 'error',
    short: 'An example of a page does not work as shown',
    full: 'A page shows this request with its answer. The API answered with another status, or its answer has another shape.',
  },
}
const names = Object.keys(rules) as Rule[]

/** A text without control characters and marks of direction. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')
    .slice(0, TEXT_MAX)

/** The reference to a file below the root: a relative URI. */
const uriOf = (place: string) => (/^https?:\/\//i.test(place) ? place : place.toWellFormed().split('/').map(encodeURIComponent).join('/'))

const locationOf = ({ place, line }: Finding) => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(place), ...(/^https?:\/\//i.test(place) ? {} : { uriBaseId: '%SRCROOT%' }) },
    region: { startLine: Math.max(1, line) },
  },
})

function resultOf(finding: Finding) {
  const { rule, message, page, fingerprint } = finding
  return {
    ruleId: rule,
    ruleIndex: names.indexOf(rule),
    level: rules[rule].level,
    message: { text: plain(message) },
    locations: [locationOf(finding)],
    ...(page
      ? { relatedLocations: [{ id: 1, message: { text: plain(page.title) }, physicalLocation: { artifactLocation: { uri: page.url } } }] }
      : {}),
    partialFingerprints: { 'sheaf/v1': fingerprint },
  }
}

/** The findings as SARIF 2.1.0. Above the limit they are counted. */
export function sarif({ version, findings, left }: Results): string {
  const omitted = Math.max(0, findings.length - RESULTS_MAX) + left
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'sheaf-push',
            version,
            rules: names.map((id) => ({
              id,
              shortDescription: { text: rules[id].short },
              fullDescription: { text: rules[id].full },
              defaultConfiguration: { level: rules[id].level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.slice(0, RESULTS_MAX).map(resultOf),
        properties: { omittedResults: omitted },
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}
