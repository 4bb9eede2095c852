// npm run fuzz -- [minutes]: runs the random tests with new seeds, for five minutes by default. A failing case is printed and added to
// test/random.known.json, which npm test always runs. DATABASES=sqlite,postgres selects the databases; the default is sqlite.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { at, install, mustBeUsable, node } from './tools.mjs'

mustBeUsable()
install()
const minutes = Number(process.argv[2] ?? 5)
if (!(minutes > 0)) {
  console.error('npm run fuzz -- [minutes]')
  process.exit(2)
}

const knownFile = at('test', 'random.known.json')
const grep = spawnSync('git', ['grep', '-l', '--untracked', 'assertProperty(', '--', '*.test.ts', '*.test.tsx'], {
  cwd: at(),
  encoding: 'utf8',
})
const files = grep.stdout.split('\n').filter(Boolean)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-fuzz-'))
const end = Date.now() + minutes * 60_000
let [rounds, found] = [0, 0]
do {
  const seed = randomInt(2 ** 31)
  rounds++
  for (const failure of failures(seed)) {
    found++
    console.log(`FAILED ${failure.file} > ${failure.test}\n  seed ${failure.seed}, path "${failure.path}"\n${failure.reason}`)
    remember(failure)
  }
} while (Date.now() < end)
rmSync(folder, { recursive: true, force: true })
console.log(`${rounds} rounds over ${files.length} files, ${found} failed`)
process.exit(found ? 1 : 0)

/** Runs all random tests once. A failure without its own seed gets the seed of the run. */
function failures(seed) {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const env = { DATABASES: 'sqlite', ...process.env, NODE_ENV: 'test', FUZZ_SEED: String(seed) }
  const args = [at('node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile.json=${report}`, ...files]
  const { stderr } = spawnSync(node, args, { cwd: at(), env, encoding: 'utf8' })
  if (!existsSync(report)) return [{ file: '', test: 'the run', seed, path: '', reason: stderr }]
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => {
        const reason = one.failureMessages.join('\n')
        const [, own = seed, path = ''] = /seed: (-?\d+), path: "([^"]*)"/.exec(reason) ?? []
        return { file: relative(at(), name), test: one.fullName, seed: Number(own), path, reason: reason.slice(0, 2000) }
      }),
  )
}

function remember({ file, test, seed, path }) {
  const known = JSON.parse(readFileSync(knownFile, 'utf8'))
  if (!path || known.some((one) => one.file === file && one.test === test && one.seed === seed && one.path === path)) return
  writeFileSync(knownFile, `${JSON.stringify([...known, { file, test, seed, path }], null, 2)}\n`)
}
