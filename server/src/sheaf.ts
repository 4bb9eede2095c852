import { promptHidden } from './cli/hidden.ts'
import { languageOf } from './cli/language.ts'
import { run } from './cli/run.ts'
import { keepOthersOut } from './storage/file-modes.ts'

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
