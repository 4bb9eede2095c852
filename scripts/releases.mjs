// Selects the version that runs: the version of this folder, or a newer one that an update put into releases/ (server/src/update).
// releases/state.json stores the selection and is replaced atomically, so a kill leaves the old file or the new file. Deleting it
// selects the version of this folder.
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at } from './tools.mjs'

const stateFile = at('releases', 'state.json')

export function readState() {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8'))
  } catch {
    return {}
  }
}

const sync = (path) => {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Renames a file durably: after a power failure no later step is there without this one. Windows cannot sync a folder. */
function renameSynced(from, to) {
  sync(from)
  renameSync(from, to)
  if (process.platform === 'win32') return
  const folder = openSync(dirname(to), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

export function writeState(state) {
  writeFileSync(`${stateFile}.new`, JSON.stringify(state))
  renameSynced(`${stateFile}.new`, stateFile)
}

const numbers = (version) => (/^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : undefined)

export function isNewer(version, other) {
  const [a, b] = [numbers(version), numbers(other)]
  const index = a && b ? [0, 1, 2].find((n) => a[n] !== b[n]) : undefined
  return index !== undefined && a[index] > b[index]
}

function hasOurPackages(version) {
  const [own, released] = [at('package-lock.json'), at('releases', version, 'package-lock.json')]
  return existsSync(own) && existsSync(released) && readFileSync(own, 'utf8') === readFileSync(released, 'utf8')
}

/** Whether the version is complete: its build and its packages, or the packages of this folder if the lock files are equal. */
export function isComplete(version) {
  if (numbers(version) === undefined || !existsSync(at('releases', version, 'dist', 'server', 'main.js'))) return false
  return existsSync(at('releases', version, 'node_modules')) || hasOurPackages(version)
}

/** The version in releases/ that runs, or undefined for the version of this folder, which a git pull can make the newer one. */
export function current() {
  const { current: version } = readState()
  const here = JSON.parse(readFileSync(at('package.json'), 'utf8')).version
  return version !== undefined && isNewer(version, here) && isComplete(version) ? version : undefined
}

/** The path of main.js or sheaf.js in a version; by default in the version that runs. */
export const programOf = (name, version = current()) => at(...(version ? ['releases', version] : []), 'dist', 'server', name)

/** Restores the database from before the update. The rename is the last step, so an interrupted restore can be repeated. */
export function restore({ backup, database }) {
  if (!backup || !database) return
  copyFileSync(backup, `${database}.restored`)
  for (const tail of ['-wal', '-shm']) rmSync(database + tail, { force: true })
  renameSynced(`${database}.restored`, database)
}
