import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { askAll } from '../check/addresses.ts'
import { isRepositoryName, repositoryName, rootOf } from '../check/repository.ts'
import { expectedState, type Seen, seeAddress, seeFiles } from '../check/see.ts'
import { type CheckWords, checkWords } from '../check/words.ts'
import { originOf } from '../description/origin.ts'
import { type Case, type Finding, fingerprintOf } from '../findings/finding.ts'
import { plain } from '../lib/plain.ts'
import { UsageError } from '../lib/usage-error.ts'
import type { Proof, Site, SiteTruth } from '../site/site.ts'
import type { Command, CommandContext } from './command.ts'
import { exitCodes } from './report.ts'
import { writeResults } from './results.ts'
import { catalogsIn } from './settings.ts'
import { settingWords } from './words.ts'

/** States that can make a build fail, the worst first. */
const states = ['gone', 'stale', 'due', 'unchecked'] as const
type State = (typeof states)[number]
const isState = (text: string): text is State => states.some((state) => state === text)

/** A proof with what was seen of it and its state: also `fresh`, `unknown` and `refused`. */
interface Judged {
  seen: Seen
  state: string
}

/** What a run found, and what its report needs. */
interface Run {
  repo: string
  ref: string
  isDry: boolean
  judged: Judged[]
  truth: SiteTruth
  /** The states that count. */
  counted: readonly State[]
  urlOf: (page_id: string) => string
}

/** sheaf-push check */
export const check: Command = async (context) => {
  const { words: given, settings, site, env, folder, language } = context
  const { values } = settings
  const words = settingWords(language)
  if (given.length > 0) throw new UsageError(words.noArguments)
  const failOn = values['fail-on'] ?? 'stale'
  if (!isState(failOn)) throw new UsageError(words.badState(failOn))
  const root = values.root === undefined ? rootOf(folder) : resolve(folder, values.root)
  if (!existsSync(root)) throw new UsageError(words.noFolder(root))
  const repo = values.repo ?? repositoryName(env, root)
  if (!isRepositoryName(repo)) throw new UsageError(words.badRepo(repo))
  const ref = (await originOf(env, root, values.ref)).commit.slice(0, 100)
  const isDry = values['dry-run'] === true
  const all = await judge(context, { repo, ref, root, isDry })
  const catalog = catalogsIn(values.catalog ?? '')
  const truth = await site.truth(catalog.join('/'))
  if (!truth) throw new UsageError(words.noCatalog(catalog.join('/')))
  const judged = catalog.length === 0 ? all : await inCatalog(all, catalog, site)
  const urls = new Map(truth.stale.map(({ page_id, url }) => [String(page_id), new URL(url, `${settings.site.url}/`).href]))
  const counted = states.slice(0, states.indexOf(failOn) + 1)
  const run: Run = {
    repo,
    ref,
    isDry,
    judged,
    truth,
    counted,
    urlOf: (page_id) => urls.get(page_id) ?? `${settings.site.url}/page/${page_id}`,
  }
  const texts = checkWords(language)
  const results = { command: 'check', version: context.version, cases: casesOf(run, texts), findings: findingsOf(run, texts), left: 0 }
  writeResults(results, values, folder, words)
  return { text: textOf(run, texts), json: jsonOf(run, texts), code: exitCodeOf(run) }
}

/** Looks at all proofs of the repository, and at addresses, and reports what was seen. */
async function judge(
  { settings: { values }, site, version, progress }: CommandContext,
  { repo, ref, root, isDry }: { repo: string; ref: string; root: string; isDry: boolean },
): Promise<Judged[]> {
  const files = await site.proofs(repo)
  const addresses = values.urls ? await site.proofs('') : []
  const total = files.length + new Set(addresses.map(({ target }) => target)).size
  const seen: Seen[] = []
  for (const one of seeFiles(files, root)) {
    seen.push(one)
    progress(seen.length, total, one.proof.path)
  }
  let asked = 0
  const answers = await askAll(
    addresses.map(({ target }) => target),
    `sheaf-push/${version}`,
    (address) => progress(seen.length + ++asked, total, address),
  )
  const ofAddresses = addresses.map((proof) => seeAddress(proof, answers.get(proof.target) ?? { problem: 'failed', detail: '' }))
  if (isDry) return [...seen, ...ofAddresses].map((one) => ({ seen: one, state: expectedState(one) }))
  const found = new Map([
    ...(await site.reportProofs(repo, ref, seen.map(resultOf))),
    ...(await site.reportProofs('', '', ofAddresses.map(resultOf))),
  ])
  return [...seen, ...ofAddresses].map((one) => ({ seen: one, state: found.get(one.proof.proof_id) ?? 'refused' }))
}

const resultOf = ({ proof: { proof_id, target }, seal, problem }: Seen) => ({
  proof_id,
  target,
  ...(problem === undefined ? { seal: seal ?? '' } : { problem }),
})

/** Those of pages in a catalog and below it. */
async function inCatalog(judged: Judged[], catalog: string[], site: Site): Promise<Judged[]> {
  const { byId } = await site.pages()
  return judged.filter(({ seen: { proof } }) => {
    const place = byId.get(proof.page_id)?.place ?? []
    return catalog.every((name, at) => place[at] === name)
  })
}

const isUnknown = ({ state }: Judged) => state === 'unknown' || state === 'refused'

function exitCodeOf({ judged, truth, counted }: Run): number {
  const isFound = (state: State) =>
    state === 'due' || state === 'unchecked' ? Number(truth.counts[state]) > 0 : judged.some((one) => one.state === state)
  if (counted.some(isFound)) return exitCodes.found
  return judged.some(isUnknown) ? exitCodes.failed : exitCodes.done
}

/** The source of a proof without the name of the repository. */
const sourceOf = ({ path, selector, target }: Proof) => (path === '' ? target : selector === '' ? path : `${path}#${selector}`)

/** `src/orders.ts#createOrder, line 12: has changed` */
function sentence({ seen: { proof, reason, detail, lines }, state }: Judged, words: CheckWords): string {
  const [line] = lines
  const place = sourceOf(proof) + (line !== undefined && reason === 'seen' && proof.selector !== '' ? `, ${words.line(line)}` : '')
  if (state === 'refused') return words.entry(place, words.refused)
  return words.entry(place, words.reasons(reason, { selector: proof.selector, detail, lines: lines.join(', ') }))
}

/** The same, after its page and section. */
const described = (one: Judged, words: CheckWords) =>
  words.entry(words.section(one.seen.proof.page_title, one.seen.proof.heading), sentence(one, words))

const LINES_MAX = 100

function textOf({ repo, ref, isDry, judged, truth, counted, urlOf }: Run, words: CheckWords): string {
  const list = (title: string, lines: string[]) =>
    lines.length > 0
      ? [
          title,
          ...lines.slice(0, LINES_MAX).map((line) => `  - ${plain(line)}`),
          ...(lines.length > LINES_MAX ? [`  ${words.more(lines.length - LINES_MAX)}`] : []),
        ]
      : []
  const linesOf = (isWanted: (one: Judged) => boolean) => judged.filter(isWanted).map((one) => described(one, words))
  const pagesIn = (state: State) =>
    counted.includes(state)
      ? truth.stale.filter((page) => page.state === state).map((page) => words.entry(page.page_title, urlOf(String(page.page_id))))
      : []
  const files = judged.filter(({ seen }) => seen.proof.path !== '')
  const addresses = judged.length - files.length
  const count = (state: string) => judged.filter((one) => one.state === state).length
  const paths = new Set(files.map(({ seen }) => seen.proof.path)).size
  const { counts } = truth
  return [
    ...(isDry ? [words.dry] : []),
    ...(judged.length === 0
      ? [words.none(repo)]
      : [
          [words.checked(repo, ref.slice(0, 12), files.length, paths), ...(addresses > 0 ? [words.addresses(addresses)] : [])].join(', '),
          [
            words.counts(count('fresh'), count('stale'), count('gone'), judged.filter(isUnknown).length),
            ...(count('unchecked') > 0 ? [words.waiting(count('unchecked'))] : []),
          ].join(', '),
        ]),
    ...list(
      words.gone,
      linesOf(({ state }) => state === 'gone'),
    ),
    ...list(
      words.stale,
      linesOf(({ state }) => state === 'stale'),
    ),
    ...list(words.unknown, linesOf(isUnknown)),
    ...list(words.due, pagesIn('due')),
    ...list(words.unchecked, pagesIn('unchecked')),
    words.pages(Number(counts.stale), Number(counts.gone), Number(counts.due), Number(counts.unchecked), Number(counts.fresh)),
  ].join('\n')
}

/** A case for each page: of the proofs that were looked at, and of pages whose own state counts. */
function casesOf({ judged, truth, counted }: Run, words: CheckWords): Case[] {
  const cases = new Map<string, Case>()
  const caseOf = (page_id: string, name: string) => {
    const known = cases.get(page_id) ?? { name, failures: [], errors: [], notes: [] }
    cases.set(page_id, known)
    return known
  }
  for (const one of judged) {
    const { proof } = one.seen
    const { failures, errors, notes } = caseOf(proof.page_id, proof.page_title)
    const message = proof.heading === '' ? sentence(one, words) : words.entry(proof.heading, sentence(one, words))
    if (isUnknown(one)) errors.push({ type: one.state, message })
    else if (isState(one.state) && counted.includes(one.state) && one.state !== 'unchecked') failures.push({ type: one.state, message })
    else if (one.state === 'gone' || one.state === 'stale') notes.push(message)
  }
  for (const { page_id, page_title, state } of truth.stale)
    if ((state === 'due' || state === 'unchecked') && counted.includes(state))
      caseOf(String(page_id), page_title).failures.push({
        type: state,
        message: (state === 'due' ? words.due : words.unchecked).replace(/[:：]$/, ''),
      })
  return [...cases.values()]
}

function findingsOf({ judged, urlOf }: Run, words: CheckWords): Finding[] {
  return judged
    .filter(({ state }) => state === 'gone' || state === 'stale')
    .map((one) => {
      const { proof, lines, problem } = one.seen
      return {
        rule: one.state === 'gone' ? 'gone-source' : 'stale-source',
        message: described(one, words),
        place: proof.path === '' ? proof.target : proof.path,
        line: (problem === undefined && lines[0]) || 1,
        page: { title: proof.page_title, url: urlOf(proof.page_id) },
        fingerprint: fingerprintOf(proof.page_id, proof.target, proof.accepted),
      }
    })
}

function jsonOf({ repo, ref, isDry, judged, truth, urlOf }: Run, words: CheckWords): object {
  const count = (state: string) => judged.filter((one) => one.state === state).length
  return {
    repo,
    ref,
    dry_run: isDry,
    ...Object.fromEntries(['fresh', 'stale', 'gone', 'unknown', 'unchecked', 'refused'].map((state) => [state, count(state)])),
    results: judged
      .filter(({ state }) => state !== 'fresh')
      .map((one) => {
        const { proof, problem = '', lines } = one.seen
        const { page_id, page_title, heading, target } = proof
        return {
          page_id,
          page_title,
          page_url: urlOf(page_id),
          heading,
          target,
          state: one.state,
          problem,
          lines,
          message: sentence(one, words),
        }
      }),
    pages: Object.fromEntries(Object.entries(truth.counts).map(([state, pages]) => [state, Number(pages)])),
  }
}
