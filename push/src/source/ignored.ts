import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Ignore, readIgnore } from './gitignore.ts'

interface Scope {
  folder: string
  ignore: Ignore
}

/** The rules in force in a folder, outermost first. */
export type Scopes = readonly Scope[]

const pathFrom = (folder: string, path: string) => relative(folder, path).split(sep).join('/')

export const isIgnored = (scopes: Scopes, path: string, isFolder: boolean): boolean =>
  scopes.reduce((ignored, { folder, ignore }) => ignore(pathFrom(folder, path), isFolder) ?? ignored, false)

/** The rules of this folder with those of the folders above. */
export function within(scopes: Scopes, folder: string): Scopes {
  const file = join(folder, '.gitignore')
  return existsSync(file) ? [...scopes, { folder, ignore: readIgnore(readFileSync(file, 'utf8')) }] : scopes
}

/** The rules above a folder, up to the root of its repository; none where there is no repository. */
export function above(folder: string): Scopes {
  const folders: string[] = []
  for (let here = folder; !existsSync(join(here, '.git')); ) {
    const parent = dirname(here)
    if (parent === here) return []
    folders.unshift(parent)
    here = parent
  }
  return folders.reduce<Scopes>(within, [])
}
