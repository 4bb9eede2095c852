import { randomUUID } from 'node:crypto'
import { parse } from 'node:path'
import type { Origin } from '../description/origin.ts'
import type { PushedWords } from '../description/words.ts'
import { plain } from '../lib/plain.ts'
import { UsageError } from '../lib/usage-error.ts'
import type { SourceReport } from '../site/site.ts'
import type { CommandContext, Finished } from './command.ts'
import { exitCodes } from './report.ts'
import { catalogsIn, type OptionValues } from './settings.ts'
import type { SettingWords } from './words.ts'

const NAME_MAX = 40

/** The name of a source by the title of its description; by the name of its file if the title has letters other than a to z. */
export function sourceNameOf(title: string, path: string): string {
  const nameIn = (text: string) => {
    const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    if (/(?![a-z])\p{L}/u.test(plain)) return ''
    return plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, NAME_MAX)
      .replace(/-$/, '')
  }
  return nameIn(title) || nameIn(parse(path).name)
}

/** The fields of the call. The site limits the length of texts from the environment, and they must not fail a push. */
export function fieldsOf(
  name: string,
  { commit, branch, label, commit_time }: Origin,
  values: OptionValues,
  isCheck: boolean,
): Record<string, string> {
  return {
    name,
    title: values.title ?? '',
    cat_name: catalogsIn(values.catalog ?? '').join('/'),
    mode: isCheck ? 'check' : 'apply',
    ...(values.instance === undefined ? {} : { instance: values.instance }),
    ...(values.renames === undefined
      ? {}
      : { renames: JSON.stringify(Object.entries(values.renames).map(([from, to]) => ({ from, to }))) }),
    label: label.slice(0, 200),
    commit: commit.slice(0, 100),
    branch: branch.slice(0, 200),
    ...(commit_time > 0 ? { commit_time: String(commit_time) } : {}),
    force: values.force ? '1' : '0',
    request_id: randomUUID(),
  }
}

/** Whether changes that no manager has accepted reach the level of `--fail-on`. */
const isBreaking = ({ breaking, risky, breaking_accepted, risky_accepted }: SourceReport, failOn: string | undefined) =>
  failOn !== undefined && (breaking > breaking_accepted || (failOn === 'risky' && risky > risky_accepted))

export function exitCodeOf(report: SourceReport, { strict, 'fail-on': failOn }: OptionValues): number {
  const { state, problems, kept } = report
  if (state === 'held') return exitCodes.held
  if (state === 'older') return exitCodes.failed
  if (isBreaking(report, failOn)) return exitCodes.breaking
  return strict && (problems.length > 0 || kept > 0) ? exitCodes.strict : exitCodes.done
}

/** A percentage of what can be described. */
export function leastCoverage(given: string | undefined, words: SettingWords): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d{1,3}$/.test(given) || Number(given) > 100) throw new UsageError(words.badCoverage(given))
  return Number(given)
}

/** How much of a source is described on the site, in percent; 100 if there is nothing to describe. */
export async function coverageOf(site: CommandContext['site'], name: string): Promise<number> {
  const source = await site.sourceNamed(name)
  const total = Number(source?.describable ?? 0)
  return total === 0 ? 100 : ((Number(source?.described) + Number(source?.described_here)) * 100) / total
}

interface Pushed {
  name: string
  origin: Origin
  files: number
  report: SourceReport
  isCheck: boolean
}

/** What a push did, as text. */
export function textOf({ name, origin, files, report, isCheck }: Pushed, words: PushedWords): Finished['text'] {
  const { state, seq, parts, made, changed, binned, kept, gone, gone_titles: titles, problems, changes } = report
  const total = report.breaking + report.risky + report.safe + report.words
  const list = (title: string, lines: string[], total = lines.length) =>
    lines.length > 0
      ? [title, ...lines.map((line) => `  - ${plain(line)}`), ...(total > lines.length ? [`  ${words.more(total - lines.length)}`] : [])]
      : []
  const from = [origin.label, origin.commit.slice(0, 12), origin.branch].filter(Boolean).map(plain).join(', ')
  const counts = words.checked(made, changed, gone)
  const head: Record<SourceReport['state'], string[]> = {
    applied: [words.version(name, seq, from, parts), words.applied(made, changed, binned, kept)],
    checked: [words.dry, counts],
    held: isCheck ? [words.dry, words.wouldHold(gone), counts] : [words.held(gone), counts],
    same: [words.same(name, seq)],
    older: [words.older(name, seq)],
  }
  return [
    ...head[state],
    ...(files > 1 ? [words.files(files)] : []),
    ...list(
      words.changes(report.breaking, report.risky, report.breaking_accepted + report.risky_accepted),
      changes.map((change) => `${words.classes[change.class] ?? change.class}${change.is_accepted ? words.accepted : ''}: ${change.text}`),
      total,
    ),
    ...list(words.gone, titles, gone),
    ...list(
      words.problems,
      problems.map(
        (problem) => `${problem.name}: ${Object.hasOwn(words.reasons, problem.reason) ? words.reasons[problem.reason] : problem.reason}`,
      ),
    ),
  ].join('\n')
}
