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

// A reader such as `head` can close the pipe early.
process.stdout.on('error', () => process.exit(0))
restrictUmask()
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  bytes: process.stdout,
  isTerminal: process.stderr.isTTY === true,
  prompt: promptHidden,
  env: process.env,
  language: languageOf(process.env),
})
