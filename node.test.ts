import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Runs the launcher's version check as if the machine had this version of Node. */
function start(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const script = "const { mustBeUsable } = await import('./scripts/tools.mjs'); mustBeUsable(); console.log('continues')"
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, '--input-type=module', '--eval', script]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, continues: stdout.includes('continues'), messages: stderr.trim().split('\n').filter(Boolean) }
}

it('npm start prints no warning on Node 22 and newer', () => {
  for (const version of ['22.0.0', '24.21.0', '100.0.0']) expect(start(version)).toEqual({ status: 0, continues: true, messages: [] })
})

it('npm start continues on Node 20 with one line that recommends Node 22, because Sheaf runs on its own Node', () => {
  for (const version of ['20.20.2', '21.7.3']) {
    const { messages, ...outcome } = start(version)
    expect(outcome).toEqual({ status: 0, continues: true })
    expect(messages).toEqual([
      expect.stringMatching(new RegExp(`Node ${version.replaceAll('.', '\\.')}.*Node 22 or newer.*https://nodejs\\.org`)),
    ])
  }
})

it('npm start refuses older versions of Node with one line', () => {
  const { messages, ...outcome } = start('18.19.0')
  expect(outcome).toEqual({ status: 1, continues: false })
  expect(messages).toEqual([expect.stringMatching(/needs Node 22 or newer.*18\.19\.0.*https:\/\/nodejs\.org/)])
})

const packages = [
  'package.json',
  ...['compare', 'contract', 'description', 'markdown', 'push', 'server', 'web'].map((folder) => `${folder}/package.json`),
]
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>

it('every dependency has one exact version', () => {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
  const ranges = packages.flatMap((file) =>
    kinds.flatMap((kind) =>
      Object.entries(read(file)[kind] ?? {})
        .filter(([name, version]) => !name.startsWith('@sheaf/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`),
    ),
  )
  expect(ranges).toEqual([])
})

it('packages declare Node 22 or newer, and npm does not enforce it', () => {
  for (const file of ['package.json', 'push/package.json']) expect(read(file)['engines']?.['node']).toBe('>=22')
  expect(readFileSync('.npmrc', 'utf8')).not.toContain('engine-strict')
})
