import type { Writable } from 'node:stream'
import type { Language } from '@sheaf/contract'
import type { Bilingual } from './language.ts'

/** What a command knows of the terminal it runs in. */
export interface World {
  out: (text: string) => void
  err: (text: string) => void
  /** Where a command writes a file to when it is asked to write it to the standard output. */
  bytes: Writable
  /** A line may be written over. */
  isTerminal: boolean
  /** One line typed without being shown; undefined where nobody can type. */
  ask: (prompt: string) => Promise<string | undefined>
  env: Record<string, string | undefined>
  language: Language
}

export interface Command {
  /** What comes after the name. */
  form: string
  /** One line, for the list of commands. */
  summary: Bilingual
  /** What `--help` says besides. */
  help: Bilingual
  run: (args: string[], world: World) => Promise<number>
}

export const exits = {
  done: 0,
  /** It was tried and did not work, or a check says no. */
  failed: 1,
  /** What was typed cannot be meant. */
  usage: 2,
}

/** Ends a command with one clear line for the operator. */
export class Stop extends Error {
  readonly said: Bilingual
  readonly exit: number
  constructor(en: string, zh: string, exit = exits.failed) {
    super(en)
    this.said = { en, zh }
    this.exit = exit
  }
}

export const misused = (en: string, zh: string) => new Stop(en, zh, exits.usage)
