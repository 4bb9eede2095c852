import type { World } from './command.ts'

const LOG_INTERVAL_MS = 5000
const TERMINAL_INTERVAL_MS = 100

/** Tells how far it is: over and over on one line of a terminal, else a line now and then for logs. */
export function progressOn({ err, isTerminal }: Pick<World, 'err' | 'isTerminal'>, now = Date.now) {
  let told = isTerminal ? 0 : now()
  return {
    show(text: string) {
      if (now() - told < (isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return
      told = now()
      err(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
    },
    end() {
      if (isTerminal) err('\r\x1b[K')
    },
  }
}
