import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, parse, relative, resolve, sep } from 'node:path'
import { operationLines } from '../check/operations.ts'
import { rootOf } from '../check/repository.ts'
import { bundle } from '../description/bundle.ts'
import { originOf, whyUntimed } from '../description/origin.ts'
import { bundleWords, type PushedWords, pushedWords } from '../description/words.ts'
import { type Case, type Finding, fingerprintOf, type Results } from '../findings/finding.ts'
import { plain } from '../lib/plain.ts'
import { UsageError } from '../lib/usage-error.ts'
import { Refused } from '../site/call.ts'
import type { SourceReport } from '../site/site.ts'
import type { Command } from './command.ts'
import { exitCodes } from './report.ts'
import { writeResults } from './results.ts'
import { coverageOf, exitCodeOf, fieldsOf, leastCoverage, sourceNameOf, textOf } from './source-push.ts'
import { settingWords } from './words.ts'

/** sheaf-push openapi FILE */
export const openapi: Command = async ({ words: given, settings: { values, chosen }, site, env, folder, language, version }) => {
  const words = settingWords(language)
  const [file, ...others] = given
  if (file === undefined) throw new UsageError(words.noDescription)
  if (others.length > 0) throw new UsageError(words.oneDescription)
  const failOn = values['fail-on']
  if (failOn !== undefined && failOn !== 'breaking' && failOn !== 'risky') throw new UsageError(words.badFailOn(failOn))
  const least = leastCoverage(values['min-coverage'], words)
  const path = resolve(folder, file)
  const root = values.root === undefined ? dirname(path) : resolve(folder, values.root)
  if (!existsSync(root)) throw new UsageError(words.noFolder(root))
  const { bytes, title, files } = bundle(path, root, bundleWords(language))
  const name = values.name ?? sourceNameOf(title, path)
  if (!/^[a-z0-9-]{1,40}$/.test(name)) throw new UsageError(words.badName(name))
  const found = await originOf(env, dirname(path), values.ref)
  const origin = { ...found, label: values.label ?? found.label }
  const isCheck = values.check === true || values['dry-run'] === true
  const upload = { name: files === 1 ? basename(path) : `${parse(path).name}.json`, bytes, language: chosen ?? language }
  const texts = pushedWords(language)
  const write = (report: SourceReport | undefined, refusal = '') => {
    if (values.junit === undefined && values.sarif === undefined) return
    const place = relative(rootOf(folder), path).split(sep).join('/')
    const lines = operationLines(path, readFileSync(path))
    const results = resultsOf({ name, place, lines, report, refusal, isRisky: failOn === 'risky' }, texts)
    writeResults({ ...results, version }, values, folder, words)
  }
  try {
    const report = await site.pushSource(fieldsOf(name, origin, values, isCheck), upload)
    write(report)
    if (!report) return { text: texts.isNew(name), json: { name, state: 'new' }, code: exitCodes.done }
    const coverage = least === undefined ? undefined : await coverageOf(site, name)
    const isShort = least !== undefined && coverage !== undefined && coverage < least
    const code = exitCodeOf(report, values)
    const isUntimed = report.state === 'applied' && origin.commit !== '' && origin.commit_time === 0
    const repository = rootOf(dirname(path))
    const why = isUntimed ? await whyUntimed(env, repository) : undefined
    const text = [
      textOf({ name, origin, files, report, isCheck }, texts),
      ...(why ? [texts.untimed[why](plain(repository), plain(origin.commit))] : []),
    ].join('\n')
    return {
      text: coverage === undefined ? text : `${text}\n${texts.coverage(Math.floor(coverage), least ?? 0)}`,
      json: { name, ...report, ...origin, files, ...(coverage === undefined ? {} : { coverage }) },
      code: code === exitCodes.done && isShort ? exitCodes.found : code,
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    write(undefined, error.message)
    return { text: `${name}: ${error.message}`, json: { name, state: 'refused', reason: error.message }, code: exitCodes.failed }
  }
}

interface ForPrograms {
  name: string
  /** The description, from the root of the repository. */
  place: string
  lines: Map<string, number>
  report: SourceReport | undefined
  /** Why the site did not take the description; '' if it did. */
  refusal: string
  /** Whether risky changes are failures, too. */
  isRisky: boolean
}

/** The results for other programs: a case for the source and for each operation, with the changes that concern it. */
function resultsOf({ name, place, lines, report, refusal, isRisky }: ForPrograms, words: PushedWords): Omit<Results, 'version'> {
  const source: Case = { name, failures: [], errors: [], notes: [] }
  const cases = new Map<string, Case>(
    [...lines.keys()].map((operation) => [operation, { name: operation, failures: [], errors: [], notes: [] }]),
  )
  const findings: Finding[] = []
  if (refusal !== '') source.errors.push({ type: 'refused', message: refusal })
  if (report?.state === 'held') source.failures.push({ type: 'held', message: words.wouldHold(report.gone) })
  if (report?.state === 'older') source.errors.push({ type: 'older', message: words.older(name, report.seq) })
  const bad = (report?.changes ?? []).filter((change) => change.class === 'breaking' || change.class === 'risky')
  for (const { class: of, text } of bad) {
    const operation = /^[A-Z]+ \/[^\s:：]*/.exec(text)?.[0] ?? ''
    const one = operation === '' ? source : (cases.get(operation) ?? { name: operation, failures: [], errors: [], notes: [] })
    if (operation !== '') cases.set(operation, one)
    if (of === 'breaking' || isRisky) one.failures.push({ type: of, message: text })
    else one.notes.push(`${words.classes[of] ?? of}: ${text}`)
    findings.push({
      rule: of === 'breaking' ? 'breaking-change' : 'risky-change',
      message: text,
      place,
      line: lines.get(operation) ?? 1,
      page: undefined,
      fingerprint: fingerprintOf(name, of, text),
    })
  }
  const left = Math.max(0, Number(report?.breaking ?? 0) + Number(report?.risky ?? 0) - bad.length)
  return { command: 'openapi', cases: [source, ...cases.values()], findings, left }
}
