import { readFileSync } from 'node:fs'
import { run } from './run.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

// A reader such as `head` can close the pipe early.
process.stdout.on('error', () => process.exit(0))
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  env: process.env,
  folder: process.cwd(),
  version,
})
