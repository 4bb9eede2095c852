import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { breakpoints, upTo } from './web/src/lib/breakpoints.ts'

/*
 * The layers of HOUSE.md, lowest first. A file imports from its own module and from lower layers. A module imports from another
 * module of its layer only where `allowedImports` lists it.
 */
const layers = [
  ['compare', 'contract', 'description', 'markdown'],
  [
    'server/db',
    'server/http',
    'server/auth',
    'server/storage',
    'server/ldap',
    'server/oidc',
    'server/outbound',
    'server/runtime',
    'server/cluster',
    'server/context.ts',
    'server/zip',
    'server/import-plan',
    'web/lib',
    'web/session',
    'push/lib',
    'push/site',
  ],
  ['server/access', 'server/content', 'server/api-docs', 'web/ui', 'push/pages'],
  ['server/*', 'web/*', 'push/*'],
  [
    'server/agent',
    'server/reading',
    'server/publish',
    'server/retention',
    'server/handlers.ts',
    'web/app.tsx',
    'web/routes.tsx',
    'push/commands',
  ],
  [
    'server/server.ts',
    'server/main.ts',
    'server/sheaf.ts',
    'server/cli',
    'server/test',
    'web/main.tsx',
    'web/entry-server.tsx',
    'web/test',
    'push/run.ts',
    'push/main.ts',
    'push/test',
  ],
]

/** Imports between modules of one layer. On the server they reach services, stores and rules only. */
const allowedImports: Record<string, string[]> = {
  'server/user': ['common', 'group', 'notice', 'second-step', 'token'],
  'server/group': ['notice'],
  'server/directory': ['common', 'group', 'notice', 'user'],
  'server/second-step': ['common', 'notice'],
  'server/suggestion': ['attachment', 'common', 'notice', 'page'],
  'server/comment': ['change', 'notice', 'page'],
  'server/feedback': ['notice'],
  'server/ask': ['common', 'member', 'notice', 'team'],
  'server/review': ['comment', 'notice', 'search', 'user', 'watch', 'webhook'],
  'server/token': ['common', 'notice'],
  'server/oauth': ['common', 'notice', 'token'],
  'server/ext-login': ['common', 'group', 'user'],
  'server/change': ['common', 'page', 'search'],
  'server/console': ['runapi', 'source'],
  'server/page': ['common', 'console', 'attachment', 'notice', 'review'],
  'server/attachment': ['common'],
  'server/admin': ['comment', 'common', 'directory', 'group', 'item', 'notice', 'oauth', 'second-step', 'session', 'token', 'user'],
  'server/item': ['page', 'attachment', 'comment', 'feedback', 'member', 'notice', 'search', 'team', 'user', 'webhook'],
  'server/catalog': ['page', 'notice'],
  'server/tree': ['notice', 'page', 'recycle', 'review'],
  'server/watch': ['change', 'comment', 'common', 'member', 'notice', 'search'],
  'server/runapi': ['item'],
  'server/webhook': ['change', 'common', 'notice', 'search'],
  'server/open': ['item', 'catalog', 'common', 'notice', 'page', 'attachment', 'source', 'truth'],
  'server/truth': ['common', 'notice', 'page', 'user'],
  'server/source': ['common', 'import', 'item', 'notice', 'page', 'recycle'],
  'server/recycle': ['item', 'page'],
  'server/member': ['catalog', 'notice', 'user'],
  'server/team': ['catalog', 'member', 'notice', 'user'],
  'server/export': ['common', 'item', 'catalog', 'page', 'attachment'],
  'server/import': ['item', 'catalog', 'common', 'notice', 'page', 'attachment'],
  'server/showdoc': ['comment', 'common', 'feedback', 'page', 'item', 'attachment', 'catalog', 'notice', 'token', 'user'],
  'web/admin': ['attachment', 'items', 'token', 'user', 'webhook'],
  'web/catalog': ['page-order', 'review', 'tree', 'watch'],
  'web/comment': ['watch'],
  'web/editor': ['attachment', 'comment', 'items', 'mock', 'page-order', 'reading', 'review', 'tree', 'truth', 'versions', 'writing'],
  'web/export': ['reading'],
  'web/item-settings': ['ask', 'comment', 'console', 'items', 'member', 'recycle', 'review', 'watch', 'webhook'],
  'web/member': ['ask'],
  'web/items': ['catalog', 'tree', 'user'],
  'web/mock': ['reading'],
  'web/notice': ['comment', 'suggestion'],
  'web/page-order': ['tree'],
  'web/suggestion': ['editor', 'reading', 'tree', 'versions', 'writing'],
  'web/feedback': ['tree'],
  'web/reading': [
    'ask',
    'catalog',
    'comment',
    'console',
    'feedback',
    'items',
    'page-order',
    'review',
    'source',
    'tree',
    'truth',
    'versions',
    'watch',
  ],
  'web/review': ['tree'],
  'web/sheet': ['editor', 'reading', 'tree', 'versions', 'writing'],
  'web/source': ['catalog', 'console', 'items', 'tree'],
  'web/token': ['items', 'user'],
  'web/watch': ['tree', 'user'],
  'web/truth': ['items', 'source', 'tree'],
  'web/versions': ['writing'],
}

/** Server files that other modules import although they are not a service, a store or rules. */
const otherServerFiles = [
  'server/src/attachment/attachment.page.ts',
  'server/src/notice/notice.words.ts',
  'server/src/page/sheet/sheet-html.ts',
]

/** The files that a web module exposes. Other modules import no other file of it. */
const webExposes: Record<string, string[]> = {
  ask: ['closed.tsx', 'dialog.tsx', 'requests.tsx', 'setting.tsx'],
  attachment: [
    'attachment.words.ts',
    'file-icon.tsx',
    'file-kinds.tsx',
    'file.ts',
    'library.tsx',
    'page-files.tsx',
    'upload/send.ts',
    'upload/upload-rows.tsx',
    'upload/uploads.ts',
  ],
  catalog: ['catalog-new.tsx', 'page-move-dialog.tsx', 'target-fields.tsx'],
  comment: ['comments.tsx', 'counts.ts', 'mine/list.tsx', 'resolve/resolve-tick.tsx', 'settings/form.tsx'],
  console: ['environments/offer.tsx', 'environments/panel.tsx', 'try-it.tsx'],
  editor: ['bar/bar.tsx', 'bar/catalog.tsx', 'bar/views.tsx', 'content.ts', 'desk.tsx', 'preview/render.ts', 'side.tsx', 'view.ts'],
  feedback: ['ask/ask.tsx'],
  items: [
    'add/add-item.words.ts',
    'add/fields.tsx',
    'add/import-dialog.tsx',
    'first-steps/first-steps.tsx',
    'item-search.ts',
    'push/code.tsx',
    'push/push.words.ts',
    'push/scripts.ts',
  ],
  member: ['member-panel.tsx'],
  mock: ['mock-dialog.tsx'],
  'page-order': ['dialog.tsx', 'page-order.words.ts'],
  reading: [
    'article/body.tsx',
    'article/view.tsx',
    'bar/entries.tsx',
    'page-tools/menu.tsx',
    'screen/data.ts',
    'screen/locked.tsx',
    'share/share.tsx',
    'share/sheet.tsx',
    'share/target.ts',
    'tree/view.tsx',
  ],
  recycle: ['recycle-panel.tsx'],
  review: ['badge.tsx', 'dialog.tsx', 'save-tick.tsx', 'set.tsx', 'settings.tsx'],
  token: ['token-log.tsx'],
  source: ['detach-dialog.tsx', 'frame.tsx', 'waiting/new-place.tsx'],
  truth: ['badge.tsx', 'panel.tsx', 'save-tick.tsx'],
  tree: ['arrange.ts', 'drag.ts', 'drag-selection.ts', 'drop-places.ts', 'item-tree.ts', 'row-navigation.ts', 'row-window.ts', 'shape.ts'],
  suggestion: ['list/list.tsx'],
  user: ['entrance.tsx', 'security/session-rows.tsx', 'second-step/reminder.tsx', 'settings/frame.tsx'],
  versions: [
    'diff/diff.words.ts',
    'diff/fold.ts',
    'diff/table.tsx',
    'history/dialog.tsx',
    'history/history.words.ts',
    'history/list.tsx',
    'history/versions.ts',
    'merge/merge.ts',
    'merge/merge.words.ts',
    'merge/screen.tsx',
  ],
  watch: ['place/dialog.tsx', 'place/many.tsx', 'place/panel.tsx', 'teams.tsx'],
  webhook: ['kind.tsx', 'list.tsx', 'panel.tsx', 'webhook.words.ts'],
  writing: [
    'bar.tsx',
    'drafts.ts',
    'editor.words.ts',
    'leave.tsx',
    'lock/dialog.tsx',
    'lock/lock.ts',
    'lock/signs.tsx',
    'saver.ts',
    'saving.ts',
    'session.ts',
    'status.tsx',
    'theme.ts',
  ],
}

const parts = ['compare', 'contract', 'description', 'markdown', 'push', 'server', 'web']
const sources = parts.flatMap((part) =>
  readdirSync(join(part, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => join(part, 'src', file)),
)
const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file)

/** Packages below the server and the web, with the other packages that each imports. */
const shared: Record<string, string[]> = { compare: [], contract: [], description: ['contract', 'markdown'], markdown: [] }

function moduleOf(file: string) {
  const [part = '', , ...rest] = file.split('/')
  return part in shared ? part : `${part}/${rest[0]}`
}

function layerOf(module: string) {
  const exact = layers.findIndex((modules) => modules.includes(module))
  return exact >= 0 ? exact : layers.findIndex((modules) => modules.includes(module.replace(/\/.*/, '/*')))
}

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'((?:\.|@sheaf\/)[^']+)'/g)].map(([, to = '']) =>
    to.startsWith('@sheaf/') ? to.replace('@sheaf/', '').replace(/^(\w+).*/, '$1/src/index.ts') : normalize(join(dirname(file), to)),
  )

function isAllowed(from: string, to: string) {
  const [importer, imported] = [moduleOf(from), moduleOf(to)]
  if (importer === imported) return true
  if (imported in shared) return layerOf(importer) > 0 || shared[importer]?.includes(imported) === true
  if (importer.split('/')[0] !== imported.split('/')[0]) return false
  if (layerOf(importer) !== layerOf(imported)) return layerOf(importer) > layerOf(imported)
  if (layerOf(importer) !== 3) return true
  if (!allowedImports[importer]?.includes(imported.split('/')[1] ?? '')) return false
  if (imported.startsWith('web/'))
    return webExposes[imported.slice('web/'.length)]?.some((name) => to === `web/src/${imported.slice('web/'.length)}/${name}`) === true
  return /\.(store|rules|service)\.ts$/.test(to) || otherServerFiles.includes(to)
}

describe('a file imports only what its layer and its module allow', () => {
  it.each(sources.filter((file) => !isTest(file)))('%s', (file) => {
    expect(importsOf(file).filter((to) => /\.tsx?$/.test(to) && !isAllowed(file, to))).toEqual([])
  })
})

describe('every module has a test', () => {
  const modules = new Set(sources.map(moduleOf).filter((module) => layerOf(module) >= 1 && !/\.tsx?$|\/test$/.test(module)))
  it.each([...modules])('%s', (module) => {
    const [part, name] = module.split('/')
    expect(sources.filter((file) => file.startsWith(`${part}/src/${name}/`) && /\.test\.tsx?$/.test(file))).not.toEqual([])
  })
})

it('the contract imports only zod, description only yaml and two packages, the web no server code, and push only its own code and one comparison', () => {
  const outside = (part: string) =>
    new Set(
      sources
        .filter((file) => file.startsWith(part) && !isTest(file))
        .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}).* from '([^.'][^']*)'/gm)].map(([, to]) => to)),
    )
  expect([...outside('contract')].filter((name) => name !== 'zod')).toEqual([])
  // The hashes of parts are those of Node.
  expect([...outside('description')].filter((name) => !name?.startsWith('@sheaf/')).sort()).toEqual(['node:crypto', 'yaml'])
  expect([...outside('web')].filter((name) => name?.startsWith('@sheaf/server'))).toEqual([])
  // Builds compare answers as the console does. The file has no imports of its own.
  expect([...outside('push')].filter((name) => name?.startsWith('@sheaf/'))).toEqual(['@sheaf/description/shape'])
  expect(importsOf('description/src/call/shape.ts')).toEqual([])
  const own = sources.filter((file) => file.startsWith('push') && !isTest(file))
  expect([...new Set(own.flatMap(importsOf))].filter((file) => !file.startsWith('push/'))).toEqual(['description/src/index.ts'])
})

it('the web loads no schemas: they are a fifth of the code of a screen', () => {
  const names = JSON.parse(readFileSync('contract/package.json', 'utf8')).exports as Record<string, string>
  const loaded = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^'"]*? from '([^']+)'/gm)].map(([, to = '']) => to)
  const needsZod = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false
    seen.add(file)
    return loaded(file).some((to) => to === 'zod' || (to.startsWith('.') && needsZod(join(dirname(file), to), seen)))
  }
  const withSchemas = Object.entries(names).flatMap(([name, file]) =>
    needsZod(join('contract', file)) ? [`@sheaf/contract${name.slice(1)}`] : [],
  )
  expect(withSchemas).toContain('@sheaf/contract')
  const found = sources.filter((file) => file.startsWith('web/') && !isTest(file) && loaded(file).some((to) => withSchemas.includes(to)))
  expect(found).toEqual([])
})

it('tests use only this repository, and no test passes because a program or a file is missing', () => {
  const stories = readdirSync('e2e').map((file) => join('e2e', file))
  const tests = [...sources.filter(isTest), ...stories].filter((file) => file !== 'e2e/conformance.test.ts')
  const leaves = /'\.\.', '\w+', '|\.\.\/shared\/|(?:test|context|task)\.skip\(|return console\./
  expect(tests.filter((file) => leaves.test(readFileSync(file, 'utf8')))).toEqual([])
})

const figures = JSON.parse(execFileSync(process.execPath, ['scripts/house.mjs', '--json'], { encoding: 'utf8' }))

it('there is no import cycle, no any, no folder above 25 files and less than 1 % of repeated lines (npm run house)', () => {
  expect(figures.cycles).toEqual([])
  expect(figures.typeCycles).toEqual([])
  expect(figures.pairs).toEqual([])
  expect(figures.folders[0].entries).toBeLessThanOrEqual(25)
  expect(figures.any).toEqual([])
  expect(figures.repeated.percent).toBeLessThan(1)
})

it('every class and custom property of a style sheet is used and defined, classes are words, and media conditions use the named widths', () => {
  expect(figures.css.unused).toEqual([])
  expect(figures.css.unusedProperties).toEqual([])
  expect(figures.css.undefinedProperties).toEqual([])
  expect(figures.css.short).toEqual([])
  const named = Object.values(breakpoints).flatMap((width) => [upTo(width), `(min-width: ${(width + 1) / 16}em)`])
  expect(Object.entries(figures.css.widths).filter(([condition]) => !named.includes(condition))).toEqual([])
})

it('text follows the size that the user chose in the browser: its sizes are in rem, except around the cells of a spreadsheet', () => {
  const ofCells = /^web\/src\/sheet\/grid\/sheet-grid\.css /
  expect(figures.css.fixedText.filter((one: string) => !ofCells.test(one))).toEqual([])
})

it('only the checks in server/src/access grant a permission, and only these files act as the system', () => {
  const own = sources.filter((file) => file.startsWith('server/') && !isTest(file))
  const using = (name: string) =>
    own.filter((file) => new RegExp(`\\b${name}\\b[^']*from '[^']*permission\\.ts'`).test(readFileSync(file, 'utf8'))).sort()
  expect(using('grant\\w*')).toEqual(['server/src/access/access.ts', 'server/src/access/keys.ts'])
  expect(using('asSystem')).toEqual([
    'server/src/content/item.store.ts',
    'server/src/retention/retention.ts',
    'server/src/showdoc/in/pages.ts',
  ])
})

it('only stores and migrations write the tables of items, catalogs and pages', () => {
  const own = sources.filter((file) => file.startsWith('server/') && !isTest(file) && !/\.store\.ts$|\/migrations\//.test(file))
  const writes =
    /(?:insertInto|updateTable|deleteFrom)\('(?:item|catalog|page)'|`(?:insert into|update|delete from) (?:item|catalog|page)\b/
  expect(own.filter((file) => writes.test(readFileSync(file, 'utf8')))).toEqual([])
})

it('the build has every worker of the server under its name', () => {
  const workers = sources.filter((file) => file.startsWith('server/') && file.endsWith('.worker.ts') && !isTest(file))
  const built = readFileSync('scripts/build.mjs', 'utf8')
  expect(workers.filter((file) => !built.includes(`'${basename(file, '.ts')}': at('${file}')`))).toEqual([])
})

it('only lib/stored.ts uses browser storage; it handles full and blocked storage so that no screen fails', () => {
  const own = sources.filter((file) => file.startsWith('web/') && !isTest(file) && !file.startsWith('web/src/test/'))
  const bare = own.filter((file) => /\b(local|session)Storage\b/.test(readFileSync(file, 'utf8')))
  expect(bare).toEqual(['web/src/lib/stored.ts'])
})

it('the first script contains only the packages that every screen needs', () => {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, to = ''] of text.matchAll(/^import (?!type)[^;]*? from '([^']+)'/gm))
      if (/^\..*\.tsx?$/.test(to)) follow(normalize(join(dirname(file), to)))
      else if (!to.startsWith('.')) packages.add(to)
  }
  follow('web/src/main.tsx')
  // Titles of all screens are wrapped as the headings of pages are.
  const shared = ['@sheaf/markdown/break-points']
  const own = [...packages].filter((name) => !name.startsWith('@sheaf/contract/') && !shared.includes(name))
  expect(own.sort()).toEqual(['@tanstack/react-query', 'lucide-react', 'react', 'react-dom', 'react-dom/client', 'react-router'])
})

it('only web/src/lib/navigation navigates; the part of the router library that loads data is not used', () => {
  const used = [
    'Link',
    'Navigate',
    'Outlet',
    'matchRoutes',
    'MemoryRouter',
    'useLocation',
    'useNavigationType',
    'useParams',
    'useSearchParams',
  ]
  const own = sources.filter((file) => file.startsWith('web/src/') && !file.startsWith('web/src/lib/navigation/'))
  const imports = own.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from 'react-router'/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) => ({ file, name: name.trim() })),
    ),
  )
  expect(imports.length).toBeGreaterThan(50)
  expect(imports.filter(({ name }) => !name.startsWith('type ') && !used.includes(name))).toEqual([])
})

describe('HOUSE.md', () => {
  const page = readFileSync('HOUSE.md', 'utf8')

  it('names files that exist', () => {
    const named = [...page.matchAll(/`((?:contract|server|web|docs|scripts|test)\/[\w./-]+)`/g)].map(([, file = '']) => file)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((file) => !existsSync(file))).toEqual([])
  })

  it.each([
    ['server', 'Server'],
    ['web', 'Web'],
  ])('names every module of %s', (part, title) => {
    const folders = page.slice(page.indexOf(`\n## ${title}\n`)).split('```')[1] ?? ''
    const modules = readdirSync(join(part, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const words = new Set(folders.split(/[\s()]+/))
    expect(modules.map(({ name }) => name).filter((name) => !words.has(`${name}/`))).toEqual([])
  })
})
