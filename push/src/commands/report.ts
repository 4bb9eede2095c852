import type { Language } from '../lib/language.ts'
import type { PageName } from '../pages/outcome.ts'
import type { Report, Warning } from './command.ts'
import type { Values } from './options.ts'
import { reportWords } from './report.words.ts'

export const exits = { done: 0, failed: 1, usage: 2, noSite: 3, strict: 4 } as const

const shown = ({ place, title }: PageName) => [...place, title].join(' / ')
const where = ({ file, line }: Warning) => (line ? `${file}:${line}` : file)

/** What happened, for people. */
export function reportText({ outcome, warnings, summary }: Report, values: Values, language: Language): string {
  const words = reportWords(language)
  const { created, changed, unchanged, overwritten, failed, orphans, deleted } = outcome
  const list = (title: string, lines: string[]) => (lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [])
  const orphansKept = values['delete-orphans'] && !values['dry-run'] && orphans.length > 0
  return [
    ...(values['dry-run'] ? [words.dry] : []),
    summary,
    words.sum(created.length, changed.length, unchanged),
    ...created.map((page) => `+ ${shown(page)}  (${page.from})`),
    ...changed.map((page) => `~ ${shown(page)}  (${page.from})`),
    ...list(words.overwritten, overwritten.map(shown)),
    ...list(
      words.failed,
      failed.map((page) => `${shown(page)}  (${page.from}): ${page.reason}`),
    ),
    ...list(words.deleted, deleted.map(shown)),
    ...list(
      words.orphans,
      orphans.map((page) => `${shown(page)}  (${page.from})`),
    ),
    ...(orphansKept ? [words.orphansKept] : []),
    ...list(
      words.warnings,
      warnings.map((one) => `${where(one)}: ${one.message}`),
    ),
  ].join('\n')
}

/** The same for programs. */
export const reportJson = ({ outcome, warnings }: Report, values: Values): string =>
  JSON.stringify({ dry_run: values['dry-run'] ?? false, ...outcome, warnings }, null, 2)

export function exitOf({ outcome, warnings }: Report, { strict }: Values): number {
  if (outcome.failed.length > 0) return exits.failed
  return strict && (warnings.length > 0 || outcome.orphans.length > 0) ? exits.strict : exits.done
}
