// Writes the folder that the container image runs: the build, and the packages that the built server loads, for one system.
//   node scripts/image/folder.mjs FOLDER [PACKAGES] [linux-x64|linux-arm64]      PACKAGES is a folder with node_modules; the default is this one
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseAst } from 'vite'
import { at, root } from '../tools.mjs'

const [out, from = root, system = `${process.platform}-${process.arch}`] = process.argv.slice(2)
if (!out || !/^\w+-(?:x64|arm64)$/.test(system)) {
  console.error('node scripts/image/folder.mjs FOLDER [PACKAGES] [linux-x64|linux-arm64]')
  process.exit(2)
}
const [folder, checkout] = [resolve(out), resolve(from)]

/** Packages that others name but load only where Sheaf does not run them: thread priorities of piscina, sockets of Cloudflare in pg. */
const unused = ['@napi-rs/nice', 'pg-cloudflare']

const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
const filesBelow = (path) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The specifiers that a built file imports or requires. */
function loadedBy(file) {
  const code = readFileSync(file, 'utf8')
  const found = []
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node?.type !== 'string') return
    const callee = node.type === 'CallExpression' ? code.slice(node.callee.start, node.callee.end) : ''
    const isRequire = /^(?:__)?require$|^createRequire\(/.test(callee)
    const { value } = node.source ?? (isRequire && node.arguments[0]) ?? {}
    if (typeof value === 'string') found.push(value)
    for (const child of Object.values(node)) if (child && typeof child === 'object') walk(child)
  }
  walk(parseAst(code))
  return found
}

/** The folder of a package as Node finds it from `start`; undefined if it is not installed, such as an optional one. */
function find(name, start) {
  for (let place = start; place.startsWith(checkout); place = dirname(place)) {
    const path = join(place, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return path
  }
}

/** Adds a package and those that its code names. What only its installation needs, such as headers of C++, is not named there. */
function add(path, packages) {
  if (packages.has(path)) return
  packages.add(path)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const code = filesBelow(path)
    .filter((file) => isLoadable(path, file) && /\.[cm]?js$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const isNamed = !unused.includes(name) && new RegExp(`['"\`]${name}['"/\`]`).test(code)
    const installed = isNamed && find(name, path)
    if (installed) add(installed, packages)
  }
}

/** What a package can load at run time, and its licence; no sources of C++, types, tests, source maps or binaries of other systems. */
function isLoadable(path, file) {
  const inside = relative(path, file)
  if (/^(?:deps|src|test|tests|benchmarks?|docs?|examples?)\//.test(inside) || inside.includes('node_modules/')) return false
  if (inside.startsWith('prebuilds/')) return basename(file) === `${system}.node`
  return /\.(?:[cm]?js|json|node|ttf)$/.test(file) || /^(?:licen[cs]e|notice|copying|ofl)/i.test(basename(file))
}

if (!existsSync(at('dist/server/main.js'))) throw new Error('There is no build: run "npm run build" first.')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const built = ['server', 'ssr'].flatMap((part) => filesBelow(at('dist', part))).filter((file) => file.endsWith('.js'))
const names = new Set(
  built
    .flatMap(loadedBy)
    .filter((name) => !/^[./]|^data:/.test(name) && !isBuiltin(name))
    .map(packageOf),
)
const packages = new Set()
for (const name of names) {
  const path = find(name, join(checkout, 'server'))
  if (path) add(path, packages)
}

cpSync(at('dist'), join(folder, 'dist'), { recursive: true, filter: (path) => basename(path) !== '.built' })
for (const path of packages)
  for (const file of filesBelow(path).filter((file) => isLoadable(path, file)))
    cpSync(file, join(folder, relative(checkout, file).replace(/^server\//, '')))
for (const name of ['LICENSE', 'NOTICE']) cpSync(at(name), join(folder, name))
const { version, license } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'sheaf', version, license, private: true, type: 'module' })}\n`)

const bytes = (path) => filesBelow(path).reduce((sum, file) => sum + statSync(file).size, 0)
const megabytes = (path) => `${(bytes(path) / 1e6).toFixed(1)} MB`
console.log(`${packages.size} packages, ${megabytes(join(folder, 'node_modules'))}; build, ${megabytes(join(folder, 'dist'))}`)
