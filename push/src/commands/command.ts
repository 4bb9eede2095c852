import type { Language } from '../lib/language.ts'
import type { Outcome } from '../pages/run.ts'
import type { Site } from '../site/site.ts'
import type { Environment, Settings } from './settings.ts'

/** The inputs of a command. */
export interface CommandContext {
  words: string[]
  settings: Settings
  site: Site
  env: Environment
  folder: string
  language: Language
  /** Of sheaf-push. */
  version: string
  progress: (done: number, total: number, title: string) => void
  notify: (text: string) => void
}

/** What a command prints, as text and for programs, and its exit code. */
export interface Finished {
  text: string
  json: object
  code: number
}

export type Command = (context: CommandContext) => Promise<Finished>

/** A problem in the sources that the user should check. */
export interface Warning {
  file: string
  line?: number
  message: string
}

/** The report of a command that writes pages. */
export interface Report {
  outcome: Outcome
  warnings: Warning[]
  /** One line about what was read. */
  summary: string
}
