import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export interface Checkout {
  root: string
  remove: () => void
}

/** Checks another commit out into a temporary worktree and builds it there. */
export function checkOut(ref: string): Checkout {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const folder = join(mkdtempSync(join(tmpdir(), 'sheaf-compare-')), 'sheaf')
  git('worktree', 'add', '--detach', folder, ref)
  const remove = () => {
    git('worktree', 'remove', '--force', folder)
  }
  try {
    installIn(folder)
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    remove()
    throw error
  }
  return { root: folder, remove }
}

/** Links the packages of this version if the commit has the same ones, except the packages of the product; otherwise installs them. */
function installIn(folder: string) {
  const lockOf = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (lockOf(folder) !== lockOf(root)) {
    execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
    return
  }
  const [from, to] = [realpathSync(join(root, 'node_modules')), join(folder, 'node_modules')]
  mkdirSync(join(to, '@sheaf'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@sheaf') symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@sheaf')))
    if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(to, '@sheaf', name))
}
