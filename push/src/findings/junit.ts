import type { Case, Results } from './finding.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** A text in XML. Characters that XML 1.0 does not allow are replaced, and a line feed stays one in an attribute. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\n\t]/g, (char) => entities[char] ?? char)

const element = (name: string, { type, message }: { type: string; message: string }) =>
  `      <${name} type="${xml(type)}" message="${xml(message)}">${xml(message)}</${name}>`

function caseLines(group: string, { name, failures, errors, notes }: Case): string[] {
  const inside = [
    ...failures.map((failure) => element('failure', failure)),
    ...errors.map((error) => element('error', error)),
    ...(notes.length > 0 ? [`      <system-out>${xml(notes.join('\n'))}</system-out>`] : []),
  ]
  const start = `    <testcase classname="${xml(group)}" name="${xml(name)}" time="0"`
  return inside.length > 0 ? [`${start}>`, ...inside, '    </testcase>'] : [`${start}/>`]
}

/** The results in the XML of JUnit: a suite, and a test case for each page or operation. */
export function junit({ command, cases }: Results): string {
  const group = `sheaf-push ${command}`
  const count = (has: (one: Case) => boolean) => cases.filter(has).length
  const failures = count((one) => one.failures.length > 0)
  const errors = count((one) => one.failures.length === 0 && one.errors.length > 0)
  const counts = `name="${xml(group)}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="0" time="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite ${counts}>`,
    ...cases.flatMap((one) => caseLines(group, one)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
