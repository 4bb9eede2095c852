import { languageOf } from './cli/command.ts'
import { run } from './cli/run.ts'
import { keepOthersOut } from './storage/disk.ts'

/** Reads a line from the terminal without showing it; from a pipe, its first line. */
async function promptHidden(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(prompt)
  stdin.setEncoding('utf8')
  if (stdin.isTTY) stdin.setRawMode(true)
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const sign of String(chunk)) {
        if (sign === '\r' || sign === '\n' || sign === '\u0004') return typed
        if (sign === '\u0003') return undefined
        typed = sign === '\u007f' || sign === '\b' ? typed.slice(0, -1) : typed + sign
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

// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit(0))
keepOthersOut()
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  bytes: process.stdout,
  isTerminal: process.stderr.isTTY === true,
  ask: promptHidden,
  env: process.env,
  language: languageOf(process.env),
})
