import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The root of the repository that a folder is in; the folder itself outside of a repository. */
export function rootOf(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current
    if (dirname(current) === current) return folder
  }
}

/** Variables of the services that run builds with the name of the repository, or with its path. */
const variables = [
  'GITHUB_REPOSITORY',
  'CI_PROJECT_NAME',
  'BITBUCKET_REPO_SLUG',
  'BUILD_REPOSITORY_NAME',
  'CIRCLE_PROJECT_REPONAME',
  'DRONE_REPO_NAME',
  'CI_REPO_NAME',
]

/** The name of the repository by the variables of the build, otherwise the name of its folder. */
export function repositoryName(env: Record<string, string | undefined>, root: string): string {
  const known = variables.map((name) => env[name]).find(Boolean)
  return known?.split('/').at(-1) ?? basename(root)
}

export const isRepositoryName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,39}$/.test(name)
