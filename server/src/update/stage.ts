import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '@sheaf/contract'
import { reservedSpace, spaceAt } from '../storage/disk.ts'
import { closeZip, openZip, readEntry, type Zip, type ZipEntry } from '../zip/read.ts'
import { bytesOf, requestSource } from './offer.ts'
import { makePart, releaseIn, releasesIn } from './releases.ts'
import { isPartOfRelease, needed, type Offer } from './update.rules.ts'

const NPM_TIMEOUT_MS = 10 * 60_000
/** The environment variables that npm needs to reach the registry; secrets of the server are left out. */
const PASSED_ENV = /^(PATH|HOME|TMPDIR|NODE_EXTRA_CA_CERTS|(npm_config_|https?_proxy$|no_proxy$).*|SystemRoot|APPDATA|USERPROFILE)$/i

/**
 * A release that needs the same packages uses those of the installation. Otherwise it gets its own, each checked against the hash in
 * its lock file, which the signature covers; their install scripts do not run.
 */
async function installPackages(root: string, folder: string): Promise<void> {
  const [ours, theirs] = await Promise.all([root, folder].map((at) => readFile(join(at, 'package-lock.json'), 'utf8').catch(() => '')))
  if (ours === theirs) return
  const { code, stderr } = await npm(folder)
  if (code !== 0) throw new Refusal('updatePackages', { problem: stderr.trim().split('\n').at(-1)?.slice(0, 200) || `npm: ${code}` })
  for (const name of ['@sheaf', 'node', '.bin']) await rm(join(folder, 'node_modules', name), { recursive: true, force: true })
}

function npm(cwd: string): Promise<{ code: number | null; stderr: string }> {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--workspace', '@sheaf/server', '--no-fund', '--no-audit', '--loglevel=error']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ENV.test(name)))
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: NPM_TIMEOUT_MS,
      shell: process.platform === 'win32',
    })
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr = `${stderr}${text}`.slice(-4000)
    })
    child.on('error', (error) => resolve({ code: 1, stderr: error.message }))
    child.on('close', (code) => resolve({ code, stderr }))
  })
}

const broken = (problem: string) => new Refusal('updateBroken', { problem })

/** Unpacks a package into an empty folder. Any unexpected entry fails, even in a signed package (S90). */
async function unpack(path: string, folder: string, version: string): Promise<void> {
  const zip = await openZip(path).catch(asBroken)
  try {
    mustBeRelease(zip)
    for (const entry of zip.entries.values()) await write(zip, entry, folder, version)
  } catch (error) {
    return asBroken(error)
  } finally {
    await closeZip(zip)
  }
}

function mustBeRelease({ entries, skipped }: Zip) {
  const wrong = skipped[0]?.name ?? [...entries.keys()].find((name) => !isPartOfRelease(name))
  if (wrong !== undefined) throw broken(wrong.slice(0, 100))
  const missing = needed.find((name) => !entries.has(name))
  if (missing) throw broken(`${missing} ?`)
}

async function write(zip: Zip, entry: ZipEntry, folder: string, version: string) {
  const bytes = await readEntry(zip, entry)
  if (!bytes) throw broken(entry.name)
  if (entry.name === 'package.json' && versionIn(bytes) !== version) throw broken(`package.json: ${versionIn(bytes)}`)
  const target = join(folder, entry.name)
  await mkdir(dirname(target), { recursive: true })
  const file = await open(target, 'wx', 0o644)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function versionIn(bytes: Buffer): string {
  try {
    return String((JSON.parse(bytes.toString()) as { version?: unknown }).version).slice(0, 40)
  } catch {
    return 'JSON'
  }
}

/** Maps the errors of the zip reader, which are those of imports; a full disk keeps its own error. */
function asBroken(error: unknown): never {
  if (!(error instanceof Refusal) || error.error.startsWith('update')) throw error
  throw broken(error.error === 'importTooBig' ? `> ${error.fill['limit']}` : 'zip')
}

const DOWNLOAD_TIMEOUT_MS = 10 * 60_000

/** Estimated disk space in bytes for the package, its unpacked files and its own npm packages. */
const spaceFor = ({ size }: Offer) => 12 * size

/** Stages the offered version; the release gets its final name only when it is complete and verified. */
export async function stage(root: string, address: string, offer: Offer): Promise<void> {
  const space = await spaceAt(releasesIn(root))
  if (space.free - spaceFor(offer) < reservedSpace(space)) throw new Refusal('noSpace')
  const part = await makePart(root)
  try {
    const [zip, folder] = [join(part, 'package.zip'), join(part, 'release')]
    await fetchPackage(address, zip, offer)
    await unpack(zip, folder, offer.version)
    await installPackages(root, folder)
    // Removes the remains of an update that did not start, or of an earlier download.
    await rm(releaseIn(root, offer.version), { recursive: true, force: true })
    await rename(folder, releaseIn(root, offer.version))
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/** Downloads the package and verifies size and hash before anything reads it. */
async function fetchPackage(address: string, path: string, { size, sha256 }: Offer) {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of bytesOf(await requestSource(address, DOWNLOAD_TIMEOUT_MS), new URL(address).host, size)) {
      hash.update(piece)
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== sha256) throw new Refusal('updateBroken', { problem: 'SHA-256' })
}
