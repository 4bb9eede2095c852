import type { Language } from '../lib/language.ts'
import type { Outcome } from '../pages/outcome.ts'
import type { Site } from '../site/site.ts'
import type { Environment, Settings } from './settings.ts'

/** Something in the sources that somebody should look at. */
export interface Warning {
  file: string
  line?: number
  message: string
}

export interface Report {
  outcome: Outcome
  warnings: Warning[]
  /** A line on what was read. */
  summary: string
}

/** What a command works with. */
export interface CommandContext {
  words: string[]
  settings: Settings
  site: Site
  env: Environment
  folder: string
  language: Language
  progress: (done: number, total: number, title: string) => void
  tell: (text: string) => void
}

export type Command = (work: CommandContext) => Promise<Report>

export const pushOptions = ({ settings: { values, chosen }, language, progress }: CommandContext) => ({
  ...{ language, chosen, progress },
  dryRun: values['dry-run'],
  deleteOrphans: values['delete-orphans'],
  full: values.full,
})
