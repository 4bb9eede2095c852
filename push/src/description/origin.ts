import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where a version of a description comes from; '' and 0 for what is not known. */
export interface Origin {
  commit: string
  branch: string
  /** The tag of the commit. */
  label: string
  /** In Unix seconds. */
  commit_time: number
}

type Environment = Record<string, string | undefined>

const GIT_TIMEOUT_MS = 10_000

/** Variables of the services that run builds. The first service whose commit is set counts. */
const services: { commit: string; branch: string[]; tag: string[]; time?: string }[] = [
  // GitHub, Gitea, Forgejo. The name of a ref is the tag if the build is for one.
  { commit: 'GITHUB_SHA', branch: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'], tag: [] },
  // GitLab, Woodpecker.
  {
    commit: 'CI_COMMIT_SHA',
    branch: ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_BRANCH'],
    tag: ['CI_COMMIT_TAG'],
    time: 'CI_COMMIT_TIMESTAMP',
  },
  // Jenkins.
  { commit: 'GIT_COMMIT', branch: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_BRANCH'], tag: ['TAG_NAME'] },
  { commit: 'BITBUCKET_COMMIT', branch: ['BITBUCKET_BRANCH'], tag: ['BITBUCKET_TAG'] },
  // Azure Pipelines.
  { commit: 'BUILD_SOURCEVERSION', branch: ['BUILD_SOURCEBRANCH'], tag: [] },
  { commit: 'CIRCLE_SHA1', branch: ['CIRCLE_BRANCH'], tag: ['CIRCLE_TAG'] },
  { commit: 'DRONE_COMMIT_SHA', branch: ['DRONE_BRANCH'], tag: ['DRONE_TAG'] },
]

function originIn(env: Environment): Origin | undefined {
  const service = services.find(({ commit }) => env[commit])
  if (!service) return undefined
  const first = (names: string[]) => names.map((name) => env[name]).find(Boolean) ?? ''
  const ref = first(service.branch)
  const isTag = env['GITHUB_REF_TYPE'] === 'tag' || ref.startsWith('refs/tags/')
  const name = ref.replace(/^(?:refs\/(?:heads|tags)|origin)\//, '')
  const time = Date.parse(env[service.time ?? ''] ?? '')
  return {
    commit: env[service.commit] ?? '',
    branch: isTag ? '' : name,
    label: isTag ? name : first(service.tag),
    commit_time: Number.isNaN(time) ? 0 : Math.floor(time / 1000),
  }
}

/** A line that git prints; '' without git, without a repository, or for an unknown commit. */
async function git(folder: string, env: Environment, ...argv: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', argv, {
      cwd: folder,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      timeout: GIT_TIMEOUT_MS,
    })
    return stdout.trim()
  } catch {
    return ''
  }
}

/** Why git does not give the time of a commit. `root` is the root of the repository, or a folder outside of one. */
export async function whyUntimed(env: Environment, root: string): Promise<'noRepository' | 'noGit' | 'noCommit'> {
  if (!existsSync(join(root, '.git'))) return 'noRepository'
  return (await git(root, env, 'rev-parse', '--git-dir')) === '' ? 'noGit' : 'noCommit'
}

/** The origin by the variables of the build, otherwise by git in the folder of the description. `ref` names another commit. */
export async function originOf(env: Environment, folder: string, ref: string | undefined): Promise<Origin> {
  const known = originIn(env)
  const wanted = ref ?? known?.commit ?? 'HEAD'
  // The time says which of two pushes is newer. git resolves short names and tags; a name that looks like an option is none.
  const needsGit = ref !== undefined || !known || known.commit_time === 0
  const line =
    needsGit && !wanted.startsWith('-') ? await git(folder, env, 'log', '-1', '--no-show-signature', '--format=%H %ct', wanted, '--') : ''
  const [hash = '', time = ''] = line.split(' ')
  const commit_time = Number(time) || (ref === undefined ? (known?.commit_time ?? 0) : 0)
  if (known) return { ...known, commit: ref === undefined ? known.commit : hash || ref, commit_time }
  const branch = hash && ref === undefined ? await git(folder, env, 'symbolic-ref', '--quiet', '--short', 'HEAD') : ''
  return { commit: hash || (ref ?? ''), branch, label: '', commit_time }
}
