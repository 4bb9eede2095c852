// Which version runs: the one of this folder, or a newer one that an update laid into releases/ (server/src/update). The file
// releases/state.json says so; it is replaced as a whole, so that a kill leaves the old one or the new one. Deleting it leads back
// to the version of this folder.
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

export function writeState(state) {
  writeFileSync(`${stateFile}.new`, JSON.stringify(state))
  sync(`${stateFile}.new`)
  renameSync(`${stateFile}.new`, stateFile)
}

const numbers = (version) => (/^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : undefined)

export function isNewer(one, other) {
  const [a, b] = [numbers(one), numbers(other)]
  const place = a && b ? [0, 1, 2].find((n) => a[n] !== b[n]) : undefined
  return place !== undefined && a[place] > b[place]
}

function hasOurPackages(version) {
  const [ours, theirs] = [at('package-lock.json'), at('releases', version, 'package-lock.json')]
  return existsSync(ours) && existsSync(theirs) && readFileSync(ours, 'utf8') === readFileSync(theirs, 'utf8')
}

/** Whether it is there, with its packages: its own, or those of this folder if they are the ones it was made with. */
export function isWhole(version) {
  if (numbers(version) === undefined || !existsSync(at('releases', version, 'dist', 'server', 'main.js'))) return false
  return existsSync(at('releases', version, 'node_modules')) || hasOurPackages(version)
}

/** The version in releases/ that runs; undefined when it is the one of this folder, which may have become newer by git pull. */
export function current() {
  const { current: version } = readState()
  const here = JSON.parse(readFileSync(at('package.json'), 'utf8')).version
  return version !== undefined && isNewer(version, here) && isWhole(version) ? version : undefined
}

/** main.js or sheaf.js of a version, of the one that runs if none is given. */
export const programOf = (name, version = current()) => at(...(version ? ['releases', version] : []), 'dist', 'server', name)

/** The database as it was before the new version touched it. The last thing done is the renaming, and it can be done again. */
export function restore({ backup, database }) {
  if (!backup || !database) return
  copyFileSync(backup, `${database}.restored`)
  sync(`${database}.restored`)
  for (const tail of ['-wal', '-shm']) rmSync(database + tail, { force: true })
  renameSync(`${database}.restored`, database)
}
