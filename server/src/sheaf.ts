import { createWriteStream, fstatSync } from 'node:fs'
import { languageOf } from './cli/command.ts'
import { run } from './cli/run.ts'
import { restrictUmask } from './storage/disk.ts'

/** Reads a line from the terminal without showing it; from a pipe, its first line. */
async function promptHidden(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(prompt)
  stdin.setEncoding('utf8')
  if (stdin.isTTY) stdin.setRawMode(true)
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const char of String(chunk)) {
        if (char === '\r' || char === '\n' || char === '\u0004') return typed
        if (char === '\u0003') return undefined
        typed = char === '\u007f' || char === '\b' ? typed.slice(0, -1) : typed + char
      }
    }
    return typed || undefined
  } finally {
    if (stdin.isTTY) {
      stdin.setRawMode(false)
      stderr.write('\n')
    }
  }
}

// A reader such as `head` can close the pipe early. The archive of a backup would not be whole, so the backup reports it.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (process.argv[2] !== 'backup') process.exit(code === 'EPIPE' ? 0 : 1)
})
restrictUmask()
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  /** On a full disk a file takes a part of a write. This stream reports the rest, which process.stdout drops silently. */
  bytes: fstatSync(1).isFile() ? createWriteStream('', { fd: 1, autoClose: false }) : process.stdout,
  isTerminal: process.stderr.isTTY === true,
  prompt: promptHidden,
  env: process.env,
  language: languageOf(process.env),
})
