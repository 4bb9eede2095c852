import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The launcher as a machine's Node of this version runs it. */
function start(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const script = "const { mustBeUsable } = await import('./scripts/tools.mjs'); mustBeUsable(); console.log('goes on')"
  const given = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, '--input-type=module', '--eval', script]
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' })
  return { status, goesOn: stdout.includes('goes on'), said: stderr.trim().split('\n').filter(Boolean) }
}

it('npm start says nothing on Node 22 and newer', () => {
  for (const version of ['22.0.0', '24.21.0', '100.0.0']) expect(start(version)).toEqual({ status: 0, goesOn: true, said: [] })
})

it('npm start goes on with Node 20, because Sheaf runs on the Node it brings, and says in one line which one to take', () => {
  for (const version of ['20.20.2', '21.7.3']) {
    const { said, ...end } = start(version)
    expect(end).toEqual({ status: 0, goesOn: true })
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`Node ${version.replaceAll('.', '\\.')}.*Node 22 or newer.*https://nodejs\\.org`)),
    ])
  }
})

it('npm start stops on what is older still, with one line', () => {
  const { said, ...end } = start('18.19.0')
  expect(end).toEqual({ status: 1, goesOn: false })
  expect(said).toEqual([expect.stringMatching(/needs Node 22 or newer.*18\.19\.0.*https:\/\/nodejs\.org/)])
})

const packages = ['package.json', ...['contract', 'markdown', 'push', 'server', 'web'].map((room) => `${room}/package.json`)]
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>

it('every dependency is named by one exact version', () => {
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

it('packages ask for Node 22 or newer, and npm refuses none for it', () => {
  for (const file of ['package.json', 'push/package.json']) expect(read(file)['engines']?.['node']).toBe('>=22')
  expect(readFileSync('.npmrc', 'utf8')).not.toContain('engine-strict')
})
