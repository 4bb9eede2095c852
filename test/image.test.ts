import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const dockerfile = readFileSync('Dockerfile', 'utf8').replace(/\\\n\s*/g, '')
/** The final stage: everything after the last FROM. */
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).trim().split('\n')
const lines = (instruction: string) =>
  image.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))

it('S82: the image runs as an unprivileged user with one writable volume', () => {
  // Kubernetes can check only a numeric user with runAsNonRoot.
  expect(lines('USER')).toEqual(['1000:1000'])
  expect(lines('VOLUME')).toEqual(['/data'])
  // No build step follows USER, and copied files belong to root, so the process cannot change its own program.
  const user = image.indexOf('USER 1000:1000')
  expect(image.slice(user).filter((line) => /^(RUN|COPY|ADD) /.test(line))).toEqual([])
  expect(image.filter((line) => line.startsWith('COPY') && line.includes('--chown'))).toEqual([])
})

it('S82: the image is Debian 13 with Node alone, and every instruction is one that the builder knows', () => {
  const steps = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const known = /^(?:ARG|FROM|WORKDIR|COPY|RUN|ENV|LABEL|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD) \S|^ {2}CMD \[/
  expect(steps.filter((line) => !known.test(line))).toEqual([])
  const bases = steps.filter((line) => line.startsWith('FROM'))
  expect(bases).toEqual([
    'FROM --platform=$BUILDPLATFORM $NODE_IMAGE AS build',
    'FROM --platform=$BUILDPLATFORM $DEBIAN_IMAGE AS font',
    'FROM $NODE_IMAGE AS node',
    'FROM $DEBIAN_IMAGE',
  ])
  expect(steps.slice(0, 2)).toEqual(['ARG NODE_IMAGE=node:24-trixie-slim', 'ARG DEBIAN_IMAGE=debian:trixie-slim'])
  // The final stage takes finished files of the other stages: it installs and downloads nothing.
  expect(lines('RUN').filter((line) => /apt|npm|curl|wget/.test(line))).toEqual([])
  expect(lines('COPY').filter((line) => !/^--from=(?:node|font|build) /.test(line))).toEqual([])
  // Files that the context does not contain cannot be copied.
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  const copied = steps.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied.filter((name) => name !== '.' && !ignored.includes(`!${name}`) && !ignored.includes(`!${name.split('/')[0]}`))).toEqual([])
  for (const script of dockerfile.matchAll(/node (scripts\/[\w/-]+\.mjs)/g))
    expect([script[1], existsSync(script[1] ?? '')]).toEqual([script[1], true])
})

it('the labels of the image come from build arguments, and its version is that of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(lines('ARG')).toEqual([`VERSION=${version}`, 'REVISION=unknown', 'CREATED=unknown', expect.stringMatching(/^SOURCE=https:/)])
  for (const name of ['version', 'revision', 'created', 'source'])
    expect(lines('LABEL').join()).toContain(`org.opencontainers.image.${name}="\${${name.toUpperCase()}}"`)
  expect(readFileSync('compose.yaml', 'utf8')).toContain(`image: sheaf:${version}\n`)
})

it('the font of the image has the characters of the interface, of simplified and of traditional Chinese', () => {
  expect(dockerfile).toMatch(/hb-subset \S+NotoSansCJK-Regular\.ttc .*--unicodes-file=\/characters/)
  // The server finds the font by the name of its file (server/src/export/word/diagram/fonts.ts).
  expect(dockerfile).toContain('--output-file=/font/noto/NotoSansCJKsc-Regular.otf')
  expect(dockerfile).toContain('/font/noto/OFL.txt')
  const ranges = execFileSync(process.execPath, ['scripts/image/characters.mjs'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.split('-').map((hex) => Number.parseInt(hex, 16)))
  const has = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    return ranges.some(([from = 0, to = from]) => code >= from && code <= to)
  }
  const texts = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.zh.json'))
  const interfaceText = texts.map((file) => readFileSync(`web/src/${file}`, 'utf8')).join('')
  expect(
    [...new Set(interfaceText)].filter((character) => /[\p{Script=Han}\p{Script=Latin}\p{P}]/u.test(character) && !has(character)),
  ).toEqual([])
  expect([...'接口订单簡冊訂單Müller→×“”，。①あア'].filter((character) => !has(character))).toEqual([])
  expect(has('\u{1f600}')).toBe(false)
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
  expect(dockerfile).toMatch(/^RUN .* node scripts\/image\/sbom\.mjs > dist\/sbom\.cdx\.json$/m)
  const list = execFileSync(process.execPath, ['scripts/image/sbom.mjs'], { encoding: 'utf8' })
  const { components } = JSON.parse(list) as { components: { name: string; purl: string }[] }
  const names = new Set(components.map(({ name }) => name))
  for (const part of ['compare', 'contract', 'description', 'markdown', 'server', 'web']) {
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
