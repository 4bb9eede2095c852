import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const dockerfile = readFileSync('Dockerfile', 'utf8').replace(/\\\n\s*/g, '')
/** The final stage: everything after the last FROM. */
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).trim().split('\n')
const lines = (instruction: string) =>
  image.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))

it('S82: the image runs as an unprivileged user with one writable volume', () => {
  expect(lines('USER')).toEqual(['node'])
  expect(lines('VOLUME')).toEqual(['/data'])
  // No build step follows USER, and copied files belong to root, so the process cannot change its own program.
  const user = image.indexOf('USER node')
  expect(image.slice(user).filter((line) => /^(RUN|COPY|ADD) /.test(line))).toEqual([])
  expect(image.filter((line) => line.startsWith('COPY') && line.includes('--chown'))).toEqual([])
})

it('S82: compose runs the image with a read-only root file system, no capabilities and no new privileges', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const [, sheaf = ''] = /\n {2}sheaf:\n(.*?)\n {2}\w+:\n/s.exec(compose) ?? []
  expect(sheaf).toMatch(/^ {4}read_only: true$/m)
  expect(sheaf).toMatch(/^ {4}cap_drop: \[ALL\]$/m)
  expect(sheaf).toMatch(/^ {6}- no-new-privileges:true$/m)
  expect(sheaf.match(/^ {6}- \w+:\/\S+$/gm)).toEqual(['      - files:/data'])
  expect(sheaf).not.toMatch(/privileged:|cap_add|docker\.sock|network_mode|pid: host/)
})

it('S82: the image contains a bill of materials that lists every shipped package', () => {
  expect(dockerfile).toMatch(/^RUN .* node scripts\/sbom\.mjs > dist\/sbom\.cdx\.json$/m)
  const list = execFileSync(process.execPath, ['scripts/sbom.mjs'], { encoding: 'utf8' })
  const { components } = JSON.parse(list) as { components: { name: string; purl: string }[] }
  const names = new Set(components.map(({ name }) => name))
  for (const part of ['contract', 'markdown', 'server', 'web']) {
    const { dependencies = {} } = JSON.parse(readFileSync(`${part}/package.json`, 'utf8')) as { dependencies?: Record<string, string> }
    expect(Object.keys(dependencies).filter((name) => !name.startsWith('@sheaf/') && !names.has(name))).toEqual([])
  }
  expect(components.find(({ name }) => name === 'fastify')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
  // Packages that only tests and builds use are not listed.
  for (const name of ['vitest', 'vite', 'smtp-server', 'jsdom']) expect([name, names.has(name)]).toEqual([name, false])
})
