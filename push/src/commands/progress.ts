export interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
  /** Whether a line may be written over. */
  isTerminal: boolean
}

const PROGRESS_INTERVAL_MS = 5000

/** Tells how far it is: over and over on one line of a terminal, else a line now and then for logs. */
export function progressOn({ err, isTerminal }: Terminal, quiet: boolean | undefined, now = Date.now) {
  let told = now()
  let open = false
  const close = () => {
    if (open) err('\r\x1b[K')
    open = false
  }
  return {
    progress: (done: number, total: number, title: string) => {
      if (quiet) return
      if (isTerminal) {
        open = true
        err(`\r\x1b[K${done}/${total} ${title.slice(0, 60)}`)
      } else if (now() - told >= PROGRESS_INTERVAL_MS) {
        told = now()
        err(`${done}/${total}\n`)
      }
    },
    tell: (text: string) => {
      close()
      if (!quiet) err(`${text}\n`)
    },
    close,
  }
}
