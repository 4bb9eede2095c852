import { originOf } from '../description/origin.ts'
import { variablesIn } from '../examples/request.ts'
import { type Outcome, runAll } from '../examples/run.ts'
import { type ExampleWords, exampleWords } from '../examples/words.ts'
import { type Case, type Finding, fingerprintOf } from '../findings/finding.ts'
import { plain } from '../lib/plain.ts'
import { UsageError } from '../lib/usage-error.ts'
import { exampleKey } from '../site/site.ts'
import type { Command } from './command.ts'
import { exitCodes } from './report.ts'
import { writeResults } from './results.ts'
import { catalogsIn } from './settings.ts'
import { settingWords } from './words.ts'

/** An outcome, with `refused` if the site did not take it: the page has changed since. */
interface Run extends Omit<Outcome, 'state'> {
  state: Outcome['state'] | 'refused'
}

/** sheaf-push examples */
export const examples: Command = async (context) => {
  const { words: given, settings, site, env, folder, language, version, progress } = context
  const { values } = settings
  const words = settingWords(language)
  if (given.length > 0) throw new UsageError(words.optionsOnly)
  const environment = values.env ?? ''
  if (!/^[A-Za-z0-9][\w.-]{0,39}$/.test(environment)) throw new UsageError(words.noEnv)
  const catalog = catalogsIn(values.catalog ?? '').join('/')
  const listed = await site.examples(environment, catalog)
  if (!listed) throw new UsageError(words.noCatalog(catalog))
  const found = listed.map((one) => ({ ...one, url: new URL(one.url, `${settings.site.url}/`).href }))
  const isDry = values['dry-run'] === true
  const options = { isUnsafe: values.unsafe === true && !isDry, agent: `sheaf-push/${version}` }
  let done = 0
  const outcomes = await runAll(found, variablesIn(env), options, ({ name }) => progress(++done, found.length, plain(name)))
  const ref = (await originOf(env, folder, values.ref)).commit.slice(0, 100)
  const states = isDry ? new Map<string, string>() : await site.reportExamples(environment, ref, outcomes.filter(isRun).map(resultOf))
  const runs = outcomes.map((one): Run => (states.get(exampleKey(one.example)) === 'refused' ? { ...one, state: 'refused' } : one))
  const texts = exampleWords(language)
  const results = { command: 'examples', version, cases: casesOf(runs, texts), findings: findingsOf(runs, texts), left: 0 }
  writeResults(results, values, folder, words)
  const { failing, errors } = groupsOf(runs)
  const code = failing.length > 0 ? exitCodes.found : errors.length > 0 ? exitCodes.failed : exitCodes.done
  return { text: textOf(runs, { environment, isDry }, texts), json: jsonOf(runs, { environment, ref, isDry }, texts), code }
}

const isRun = ({ state }: Outcome) => state === 'passing' || state === 'failing'

const resultOf = ({ example: { page_id, name, env, seal }, state, status, ms, paths }: Outcome) => ({
  ...{ page_id, name, env, seal, state, status, ms, paths },
})

const groupsOf = (runs: Run[]) => ({
  passing: runs.filter(({ state }) => state === 'passing'),
  failing: runs.filter(({ state }) => state === 'failing'),
  errors: runs.filter(({ state }) => state === 'error' || state === 'refused'),
  skipped: runs.filter(({ state }) => state === 'skipped'),
})

/** Why it is not passing. */
function reason(run: Run, words: ExampleWords): string {
  if (run.state === 'refused') return words.refused
  if (run.state === 'error') return words.problem({ ...run, state: run.state })
  if (run.state === 'skipped') return words.skippedShort
  if (run.isLarge) return words.large
  return words.and(run.paths.map((path) => words.difference(path, run.example.expect, run.status)))
}

const titleOf = ({ example: { page_title, name } }: Run, words: ExampleWords) => words.entry(page_title, name)
const moreOf = ({ more }: Run, words: ExampleWords) => words.and(more.map(({ path, fields }) => words.fields(path, fields)))

const LINES_MAX = 100

function textOf(runs: Run[], { environment, isDry }: { environment: string; isDry: boolean }, words: ExampleWords): string {
  const list = (title: string, lines: string[]) =>
    lines.length > 0
      ? [
          title,
          ...lines.slice(0, LINES_MAX).map((line) => `  - ${plain(line)}`),
          ...(lines.length > LINES_MAX ? [`  ${words.others(lines.length - LINES_MAX)}`] : []),
        ]
      : []
  const { passing, failing, errors, skipped } = groupsOf(runs)
  const withReason = (run: Run) => words.entry(titleOf(run, words), reason(run, words))
  const pages = new Set(runs.map(({ example }) => example.page_id)).size
  return [
    ...(isDry ? [words.dry] : []),
    ...(runs.length === 0
      ? [words.none(environment)]
      : [words.ran(environment, runs.length, pages), words.counts(passing.length, failing.length, errors.length, skipped.length)]),
    ...list(words.failing, failing.map(withReason)),
    ...list(words.errors, errors.map(withReason)),
    ...list(
      words.skipped,
      skipped.map((run) => titleOf(run, words)),
    ),
    ...list(
      words.more,
      runs.filter(({ more }) => more.length > 0).map((run) => words.entry(titleOf(run, words), moreOf(run, words))),
    ),
  ].join('\n')
}

function casesOf(runs: Run[], words: ExampleWords): Case[] {
  return runs.map((run) => {
    const { state, more } = run
    const message = state === 'passing' ? '' : reason(run, words)
    return {
      name: titleOf(run, words),
      failures: state === 'failing' ? [{ type: state, message }] : [],
      errors: state === 'error' || state === 'refused' ? [{ type: run.problem || state, message }] : [],
      notes: [...(state === 'skipped' ? [message] : []), ...(more.length > 0 ? [moreOf(run, words)] : [])],
    }
  })
}

function findingsOf(runs: Run[], words: ExampleWords): Finding[] {
  return groupsOf(runs).failing.map((run) => {
    const { page_id, page_title, name, env, url } = run.example
    return {
      rule: 'failed-example',
      message: words.entry(titleOf(run, words), reason(run, words)),
      place: url,
      line: 1,
      page: { title: page_title, url },
      fingerprint: fingerprintOf(page_id, name, env),
    }
  })
}

function jsonOf(
  runs: Run[],
  { environment, ref, isDry }: { environment: string; ref: string; isDry: boolean },
  words: ExampleWords,
): object {
  const groups = Object.fromEntries(Object.entries(groupsOf(runs)).map(([name, group]) => [name, group.length]))
  return {
    env: environment,
    ref,
    dry_run: isDry,
    ...groups,
    results: runs.map((run) => {
      const { example, state, status, ms, paths, more, problem } = run
      const { page_id, page_title, url, name, env } = example
      const message = state === 'passing' ? '' : reason(run, words)
      return { page_id, page_title, page_url: url, name, env, state, status, ms, paths, more, problem, message }
    }),
  }
}
