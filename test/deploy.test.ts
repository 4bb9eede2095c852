import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { readConfig, secretNames, settingNames } from '../server/src/runtime/config.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
const chart = 'deploy/helm/sheaf'
const templates = readdirSync(join(chart, 'templates')).map((name) => ({ name, text: read(join(chart, 'templates', name)) }))
const deploymentTemplate = read(join(chart, 'templates', 'deployment.yaml'))

const Manifest = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: z.looseObject({ name: z.string() }) })
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }), periodSeconds: z.number() }).loose()
const Container = z.looseObject({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  securityContext: z.unknown(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
})
const Deployment = z.looseObject({
  spec: z.looseObject({
    replicas: z.number(),
    strategy: z.looseObject({ type: z.string() }),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        securityContext: z.unknown(),
        volumes: z.array(z.looseObject({ name: z.string() })),
        containers: z.tuple([Container]),
      }),
    }),
  }),
})

const manifestsOf = (file: string) =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors).toEqual([])
    return Manifest.parse(document.toJS())
  })

describe.each(['one-server', 'several-servers'])('deploy/kubernetes/%s.yaml', (name) => {
  const manifests = manifestsOf(`deploy/kubernetes/${name}.yaml`)
  const { spec } = Deployment.parse(manifests.find(({ kind }) => kind === 'Deployment'))
  const pod = spec.template.spec
  const [container] = pod.containers

  it('S82: runs unprivileged, on a read-only root, without the variables and the token of the cluster', () => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const mounted = container.volumeMounts.filter((mount) => mount['readOnly'] !== true).map(({ mountPath }) => mountPath)
    expect(mounted).toEqual(['/data', '/tmp'])
    const volumes = pod.volumes.map((volume) => volume.name)
    expect(container.volumeMounts.map((mount) => mount.name)).toEqual(volumes)
  })

  it('restarts when the process does not answer, and gets requests while the database answers', () => {
    expect(container.startupProbe.httpGet.path).toBe('/livez')
    expect(container.livenessProbe.httpGet.path).toBe('/livez')
    expect(container.readinessProbe.httpGet.path).toBe('/healthz')
  })

  it('has known settings, the current version, and labels that its service selects', () => {
    expect(container.image).toBe(`ghcr.io/example/sheaf:${version}`)
    const known = [...settingNames, ...secretNames.map((secret) => `${secret}_FILE`)]
    expect(container.env.map((one) => one.name).filter((one) => !known.includes(one))).toEqual([])
    const plain = container.env.filter((one) => !one.name.endsWith('_FILE')).map((one) => [one.name, one.value])
    expect(() => readConfig(Object.fromEntries(plain))).not.toThrow()
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    expect(manifests.find(({ kind }) => kind === 'Service')).toMatchObject({ spec: { selector: spec.selector.matchLabels } })
  })
})

it('one server never shares its SQLite file, and several servers share PostgreSQL, key and no folder', () => {
  const [one, several] = ['one-server', 'several-servers'].map((name) => manifestsOf(`deploy/kubernetes/${name}.yaml`))
  const kinds = (manifests = one) => manifests?.map(({ kind }) => kind).sort()
  expect(kinds(one)).toEqual(['Deployment', 'PersistentVolumeClaim', 'Service'])
  expect(kinds(several)).toEqual(['Deployment', 'PodDisruptionBudget', 'Service'])
  const specOf = (manifests = one) => Deployment.parse(manifests?.find(({ kind }) => kind === 'Deployment')).spec
  expect(specOf(one)).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
  expect(specOf(several)).toMatchObject({ replicas: 3, strategy: { type: 'RollingUpdate' } })
  expect(several?.find(({ kind }) => kind === 'PodDisruptionBudget')).toMatchObject({ spec: { maxUnavailable: 1 } })
  const names = specOf(several).template.spec.containers[0].env.map((one) => one.name)
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL_FILE', 'SECRET_KEY_FILE']))
})

describe('the Helm chart', () => {
  const values = z.record(z.string(), z.unknown()).parse(parse(read(join(chart, 'values.yaml'))))
  const schema = z
    .looseObject({ properties: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })) })
    .parse(JSON.parse(read(join(chart, 'values.schema.json'))))
  /** The paths of all values: of objects with a fixed form their fields, of others the object itself. */
  const paths = Object.entries(schema.properties)
    .filter(([name]) => name !== 'global')
    .flatMap(([name, { properties }]) => (properties ? Object.keys(properties).map((field) => `${name}.${field}`) : [name]))

  it('has the version of the package', () => {
    expect(parse(read(join(chart, 'Chart.yaml')))).toMatchObject({ apiVersion: 'v2', name: 'sheaf', version, appVersion: version })
  })

  it('reads every value that it declares, and declares every value that it reads', () => {
    const declared = Object.entries(values).flatMap(([name, value]) =>
      schema.properties[name]?.properties && typeof value === 'object' && value !== null
        ? Object.keys(value).map((field) => `${name}.${field}`)
        : [name],
    )
    expect(declared.sort()).toEqual([...paths].sort())
    const used = new Set(templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path)))
    const isUsed = (path: string) => [...used].some((one) => one === path || one.startsWith(`${path}.`))
    expect(paths.filter((path) => !isUsed(path))).toEqual([])
    expect([...used].filter((path) => !paths.some((known) => path === known || path.startsWith(`${known}.`)))).toEqual([])
  })

  it('has settings and secrets that the server knows', () => {
    const { settings } = z.object({ settings: z.record(z.string(), z.string()) }).parse(values)
    expect(() => readConfig({ ...settings })).not.toThrow()
    const secret = z
      .object({ properties: z.object({ keys: z.object({ items: z.object({ enum: z.array(z.string()) }) }) }) })
      .parse(schema.properties['secret'])
    expect(secret.properties.keys.items.enum).toEqual(secretNames)
    expect(deploymentTemplate).toContain('{ name: {{ . }}_FILE, value: /run/secrets/sheaf/{{ . }} }')
  })

  it('takes numbers and switches as people write them, and refuses what its probes and volumes do not follow', () => {
    const { settings } = z
      .object({ settings: z.object({ additionalProperties: z.object({ type: z.array(z.string()) }) }) })
      .parse(schema.properties)
    expect(settings.additionalProperties.type).toEqual(['string', 'number', 'boolean'])
    // Bare on and off arrive as booleans.
    expect(deploymentTemplate).toContain('{{- if kindIs "bool" $value }}')
    expect(deploymentTemplate).toContain('value: {{ $value | ternary "on" "off" | quote }} }')
    // toString would write 1000000 as 1e+06.
    expect(deploymentTemplate).toContain('value: {{ $value | toJson | quote }} }')
    const helpers = read(join(chart, 'templates', '_helpers.tpl'))
    expect(helpers).toContain('range list "HOST" "PORT" "DATA_DIR" }}{{ if hasKey $.Values.settings . }}{{ fail ')
  })

  it('passes on the descriptions of OAuth, which programs look for outside the path of the site', () => {
    const ingress = read(join(chart, 'templates', 'ingress.yaml'))
    for (const name of ['oauth-authorization-server', 'oauth-protected-resource'])
      expect(ingress).toContain(`(printf "/.well-known/${name}%s" $base)`)
  })

  it('closes every block of its templates', () => {
    for (const { name, text } of templates) {
      const count = (pattern: RegExp) => [...text.matchAll(pattern)].length
      expect([name, count(/\{\{-? *(?:if|with|range|define) /g)]).toEqual([name, count(/\{\{-? *end *-?\}\}/g)])
      expect([name, count(/\{\{/g)]).toEqual([name, count(/\}\}/g)])
    }
  })

  it('S82: has the pod of the plain manifests, with the path of the site in its probes', () => {
    const [plain = ''] = /^ {6}automountServiceAccountToken[\s\S]*?seccompProfile.*$/m.exec(read('deploy/kubernetes/one-server.yaml')) ?? []
    expect(plain).toContain('runAsNonRoot: true')
    expect(deploymentTemplate).toContain(plain)
    const [secure = ''] = /^ {10}securityContext:\n(?: {12}.*\n)+/m.exec(read('deploy/kubernetes/one-server.yaml')) ?? []
    expect(secure).toContain('readOnlyRootFilesystem: true')
    expect(deploymentTemplate).toContain(secure)
    const probes = [...deploymentTemplate.matchAll(/httpGet: \{ path: (.+), port: http \}/g)].map(([, path]) => path)
    expect(probes).toEqual(['{{ $base }}/livez', '{{ $base }}/livez', '{{ $base }}/healthz'])
  })
})

describe('the files for a machine without containers', () => {
  const unit = read('deploy/systemd/sheaf.service')
  const nginx = read('deploy/nginx/sheaf.conf')
  const caddy = read('deploy/caddy/Caddyfile')

  it('the service starts the built server with the flags of npm start, unprivileged', () => {
    const flag = /flags = \['(\S+)'\]/.exec(read('scripts/tools.mjs'))?.[1]
    expect(unit).toContain(`ExecStart=/opt/sheaf/node_modules/node/bin/node ${flag} dist/server/main.js\n`)
    expect(read('Dockerfile')).toContain(`CMD ["node", "${flag}", "dist/server/main.js"]`)
    expect(unit).toContain('Environment=MALLOC_ARENA_MAX=2\n')
    for (const line of ['User=sheaf', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'UMask=0027'])
      expect(unit.split('\n')).toContain(line)
    // The JavaScript engine generates machine code.
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
    // Longer than the server's own limit of 20 seconds (SHUTDOWN_GRACE_MS in main.ts).
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(20)
  })

  it('the command runs as the user of the service with its settings, and the backup uses it', () => {
    const command = read('deploy/systemd/sheaf')
    expect(statSync('deploy/systemd/sheaf').mode & 0o111).toBe(0o111)
    const settings = /^EnvironmentFile=(\S+)$/m.exec(unit)?.[1]
    expect(command).toContain(`--env-file=${settings} `)
    expect(command).toContain('setpriv --reuid=sheaf --regid=sheaf')
    expect(read('deploy/systemd/sheaf-backup.service')).toContain('ExecStart=/usr/local/bin/sheaf backup /var/backups/sheaf\n')
    // A second ExecStart would not run after the exit code 1 of an archive that lacks a file.
    expect(read('deploy/systemd/sheaf-backup.timer')).toMatch(/^OnCalendar=/m)
  })

  it('backups that lack a file neither fill the disk nor replace the last complete one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-backups-'))
    const run = (when: string) => {
      const [, command = ''] = new RegExp(`^${when}=/bin/sh -c '(.+)'$`, 'm').exec(read('deploy/systemd/sheaf-backup.service')) ?? []
      execFileSync('/bin/sh', ['-c', command.replaceAll('/var/backups/sheaf', folder)])
    }
    const nameOf = (night: number) => `sheaf-${100 + night}.tar.gz`
    try {
      for (let night = 0; night < 40; night++) {
        writeFileSync(join(folder, nameOf(night)), '')
        utimesSync(join(folder, nameOf(night)), night, night)
        if (night === 2) run('ExecStartPost')
        run('ExecStopPost')
      }
      const archives = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))
      expect(archives.sort()).toEqual([2, ...Array.from({ length: 30 }, (_, n) => 10 + n)].map(nameOf))
      expect(read(join(folder, 'last-complete'))).toBe(`${nameOf(2)}\n`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('the proxies pass on what the server needs, accept the largest import, and hide the metrics', () => {
    const { PORT, IMPORT_MAX_MB } = readConfig({})
    for (const proxy of [nginx, caddy]) expect(proxy).toContain(`127.0.0.1:${PORT}`)
    expect(nginx).toContain('location = /metrics { return 404; }')
    expect(caddy).toContain('respond /metrics 404')
    expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])).toBeGreaterThan(IMPORT_MAX_MB)
    for (const header of ['Host $host', 'X-Forwarded-For $proxy_add_x_forwarded_for', 'X-Forwarded-Proto $scheme'])
      expect(nginx).toContain(`proxy_set_header ${header};`)
    for (const text of [nginx, caddy]) expect([...text.matchAll(/\{/g)]).toHaveLength([...text.matchAll(/\}/g)].length)
  })
})

describe('documents', () => {
  const linksOf = (file: string) =>
    [...read(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => join(file, '..', decodeURIComponent(to)))

  it('every file of this folder is listed in its README, and every link leads to a file', () => {
    const links = linksOf('deploy/README.md')
    expect(links.filter((to) => !existsSync(to))).toEqual([])
    const files = ['systemd', 'caddy', 'nginx', 'kubernetes'].flatMap((folder) =>
      readdirSync(join('deploy', folder)).map((name) => join('deploy', folder, name)),
    )
    expect([...files, chart].filter((file) => !links.includes(file))).toEqual([])
  })

  it.each(['docs/operate.md', 'docs/operate.zh-CN.md'])('%s links the files instead of copying them', (guide) => {
    const links = linksOf(guide)
    expect(links.filter((to) => !existsSync(to))).toEqual([])
    for (const file of [
      'systemd/sheaf.service',
      'systemd/sheaf-backup.timer',
      'caddy/Caddyfile',
      'nginx/sheaf.conf',
      'helm/sheaf',
      'kubernetes',
    ])
      expect(links).toContain(join('deploy', file))
    expect(read(guide)).not.toMatch(/ProtectSystem|proxy_set_header|reverse_proxy/)
  })
})
