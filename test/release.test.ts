import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'

const read = (file: string) => readFileSync(file, 'utf8')
const Package = z.looseObject({ version: z.string(), scripts: z.record(z.string(), z.string()).optional() })
const root = Package.parse(JSON.parse(read('package.json')))

const Step = z.looseObject({ uses: z.string().optional(), run: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() })
const Permissions = z.record(z.string(), z.enum(['read', 'write', 'none']))
const Job = z.looseObject({
  uses: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  permissions: Permissions.optional(),
  'timeout-minutes': z.number().optional(),
  steps: z.array(Step).optional(),
  strategy: z.looseObject({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
})
const Workflow = z.looseObject({ name: z.string(), on: z.unknown(), permissions: Permissions, jobs: z.record(z.string(), Job) })

const folder = '.github/workflows'
const names = readdirSync(folder).sort()
const workflow = (name: string) => Workflow.parse(parse(read(join(folder, name))))
const stepsOf = (name: string) => Object.values(workflow(name).jobs).flatMap(({ steps = [] }) => steps)

describe.each(names)('.github/workflows/%s', (name) => {
  const { permissions, jobs } = workflow(name)

  it('may only read unless a job says otherwise, and every job has a time limit', () => {
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) expect(job.uses ? true : (job['timeout-minutes'] ?? 0) > 0).toBe(true)
    // A token that stays in .git could be read by a script of a package.
    for (const { uses, with: inputs } of stepsOf(name))
      if (uses?.startsWith('actions/checkout@')) expect(inputs).toMatchObject({ 'persist-credentials': false })
  })

  it('pins each action to a version or a digest', () => {
    const actions = stepsOf(name).flatMap(({ uses }) => uses ?? [])
    expect(actions.filter((action) => !/@(?:v\d+(?:\.\d+\.\d+)?|[0-9a-f]{40})$/.test(action))).toEqual([])
  })

  it('runs only scripts and files that exist', () => {
    const commands = stepsOf(name)
      .flatMap(({ run }) => run ?? [])
      .join('\n')
    const scripts = [...commands.matchAll(/\bnpm run (?:--silent )?([\w-]+)/g)].map(([, script = '']) => script)
    expect(scripts.filter((script) => !root.scripts?.[script])).toEqual([])
    if (/\bnpm test\b/.test(commands)) expect(root.scripts).toHaveProperty('test')
    const files = [...commands.matchAll(/(?<![\w./-])((?:scripts|deploy)\/[\w./-]*\w)/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(file) && !existsSync(file.replace(/\/[^/]*$/, '')))).toEqual([])
    // No text of an outsider, such as a title or a branch, is inserted into a shell script.
    expect([...commands.matchAll(/\$\{\{[^}]*\}\}/g)].map(([text]) => text)).toEqual([])
  })

  it('needs only jobs that exist', () => {
    const needed = Object.values(jobs).flatMap(({ needs = [] }) => needs)
    expect(needed.filter((job) => !(job in jobs))).toEqual([])
    for (const { uses } of Object.values(jobs)) if (uses) expect(existsSync(uses)).toBe(true)
  })
})

it('CI runs the static checks, and all tests on both processors and both versions of Node', () => {
  expect(names).toEqual(['ci.yml', 'codeql.yml', 'release.yml'])
  const { jobs } = workflow('ci.yml')
  expect(jobs['test']?.strategy?.matrix).toEqual({ runner: ['ubuntu-24.04', 'ubuntu-24.04-arm'], node: [22, 24] })
  const commands = (job: string) => jobs[job]?.steps?.flatMap(({ run }) => run ?? [])
  expect(commands('test')).toEqual(expect.arrayContaining(['npm ci', 'npm test']))
  expect(commands('check')).toEqual(expect.arrayContaining(['npm ci', 'npm run check']))
})

it('a release is tested first, and publishes everything with its provenance', () => {
  const { jobs } = workflow('release.yml')
  expect(jobs['test']).toMatchObject({ needs: 'notes', uses: './.github/workflows/ci.yml' })
  for (const job of ['image', 'package', 'npm']) expect(jobs[job]).toMatchObject({ needs: 'test', permissions: { 'id-token': 'write' } })
  expect(jobs['release']?.needs).toEqual(['image', 'package', 'npm'])
  const build = jobs['image']?.steps?.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))?.with
  expect(build).toMatchObject({ platforms: 'linux/amd64,linux/arm64', push: true, provenance: 'mode=max', sbom: true })
  const args = [...read('Dockerfile').matchAll(/^ARG (VERSION|REVISION|CREATED|SOURCE)=/gm)].map(([, name]) => name)
  expect(
    String(build?.['build-args'])
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]),
  ).toEqual(args)
  const commands = stepsOf('release.yml').flatMap(({ run }) => run ?? [])
  expect(commands.join('\n')).toMatch(/cosign sign --yes "\$IMAGE@\$DIGEST"/)
  expect(commands).toContain('npm publish --workspace sheaf-push --provenance --access public')
})

it('every part has the version of the package', () => {
  const { version } = root
  expect(Package.parse(JSON.parse(read('push/package.json'))).version).toBe(version)
  const lock = z.looseObject({ version: z.string(), packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
  const { version: locked, packages } = lock.parse(JSON.parse(read('package-lock.json')))
  expect([locked, packages['']?.version, packages['push']?.version]).toEqual([version, version, version])
  // A document names the version in the name of the package to install.
  for (const file of ['push/README.md', 'push/README.zh-CN.md']) expect(read(file)).toContain(`sheaf-push-${version}.tgz`)
  const minor = version.replace(/\.\d+$/, '')
  expect(read('docs/manual/en/README.md')).toContain(`version ${minor}.`)
  expect(read('docs/manual/zh/README.md')).toContain(` ${minor} 版`)
})

it('the changelog has the form of Keep a Changelog, with notes for an upgrade', () => {
  const text = read('CHANGELOG.md')
  const [, ...sections] = text.split(/^## /m)
  const kinds = ['Upgrade notes', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  for (const section of sections) {
    const heading = section.slice(0, section.indexOf('\n'))
    const [, version] = /^\[(\d+\.\d+\.\d+)\] - (?:\d{4}-\d{2}-\d{2}|unreleased)$/.exec(heading) ?? [heading, 'none']
    expect([heading, text.includes(`\n[${version}]: https://`)]).toEqual([heading, true])
    const parts = [...section.matchAll(/^### (.+)$/gm)].map(([, part = '']) => part)
    expect(parts).toEqual(kinds.filter((kind) => parts.includes(kind)))
  }
  expect(sections[0]).toContain('### Upgrade notes\n')
})

it('the notes of a release are its section of the changelog, and nothing without a date is published', () => {
  const place = mkdtempSync(join(tmpdir(), 'sheaf-notes-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const { version } = root
  const file = join(place, 'CHANGELOG.md')
  const notes = (tag: string, text: string) => {
    writeFileSync(file, text)
    return spawnSync(process.execPath, ['scripts/release-notes.mjs', tag, file], { encoding: 'utf8' })
  }
  const older = '## [0.0.1] - 2020-01-01\n\n- Old.\n'
  const dated = `# Changelog\n\n## [${version}] - 2030-01-02\n\n### Added\n\n- New.\n\n${older}\n[${version}]: https://x\n`
  expect(notes(`v${version}`, dated)).toMatchObject({ status: 0, stdout: '### Added\n\n- New.\n' })
  expect(notes(`v${version}`, dated.replace('2030-01-02', 'unreleased'))).toMatchObject({ status: 1, stdout: '' })
  expect(notes(`v${version}`, `# Changelog\n\n${older}`)).toMatchObject({ status: 1, stderr: expect.stringContaining('no section') })
  expect(notes('v99.0.0', dated)).toMatchObject({ status: 1, stderr: expect.stringContaining(`v${version}`) })
})

it('issue forms, Renovate and the development container are complete', () => {
  for (const form of ['bug', 'feature']) {
    const Field = z.looseObject({ type: z.string(), id: z.string().optional(), attributes: z.looseObject({}) })
    const { body } = z
      .looseObject({ name: z.string(), description: z.string(), body: z.array(Field) })
      .parse(parse(read(`.github/ISSUE_TEMPLATE/${form}.yml`)))
    const ids = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(undefined)
    // Both languages of the interface.
    for (const { type, attributes } of body) if (type !== 'markdown') expect(String(attributes['label'])).toMatch(/\p{Script=Han}/u)
  }
  expect(JSON.parse(read('.github/renovate.json'))).toMatchObject({ extends: expect.arrayContaining(['helpers:pinGitHubActionDigests']) })
  expect(JSON.parse(read('.devcontainer/devcontainer.json'))).toMatchObject({ forwardPorts: [4999, 5173] })
  expect(read('.github/CODEOWNERS')).toMatch(/^\* @[\w-]+\/[\w-]+$/m)
})

it('every text file has the line ends and the indentation of .editorconfig', () => {
  expect(read('.editorconfig')).toContain('indent_size = 2')
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const texts = files.filter(
    (file) => /\.(?:ts|tsx|mjs|css|json|ya?ml|md|conf|service|timer)$/.test(file) && !/^testdata\/|^package-lock/.test(file),
  )
  expect(texts.filter((file) => existsSync(file) && /\r|[^\n]$/.test(read(file)))).toEqual([])
})

it('documented commands never download a package of the name sheaf', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const texts = files.filter(
    (file) => /\.(?:md|ts|tsx|json|mjs|ya?ml)$/.test(file) && !/^testdata\/|^package-lock|release\.test\.ts$/.test(file),
  )
  // README.md explains the difference in one paragraph.
  const isWrong = (line: string) => /\bnpx (?:-y |--yes )?sheaf/.test(line) && !line.includes('--no-install')
  const wrong = texts.filter((file) => existsSync(file) && read(file).split('\n').some(isWrong))
  expect(wrong).toEqual([])
})
