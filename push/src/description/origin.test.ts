import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { folderOf, write } from '../test/folder.ts'
import { originOf } from './origin.ts'

const git = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }

/** A repository with two commits on the branch `work`. The hashes of the commits. */
function repository() {
  const folder = folderOf({})
  const run = (at: number, ...argv: string[]) => {
    const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@a.test', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@a.test' }
    const env = { ...git, ...who, GIT_AUTHOR_DATE: `${at} +0000`, GIT_COMMITTER_DATE: `${at} +0000` }
    return execFileSync('git', argv, { cwd: folder, env, encoding: 'utf8' }).trim()
  }
  run(0, 'init', '--quiet', '--initial-branch=work')
  const hashes = [1_700_000_000, 1_700_000_100].map((at) => {
    write(folder, { 'a.txt': String(at) })
    run(at, 'add', '.')
    run(at, 'commit', '--quiet', '--message=change')
    return run(at, 'rev-parse', 'HEAD')
  })
  run(0, 'tag', 'v1', hashes[0] as string)
  return { folder, first: hashes[0] as string, last: hashes[1] as string }
}

describe('the origin of a version', () => {
  const { folder, first, last } = repository()

  it('is that of the git repository', async () => {
    expect(await originOf(git, folder, undefined)).toEqual({ commit: last, branch: 'work', label: '', commit_time: 1_700_000_100 })
  })

  it('is another commit if one is named', async () => {
    expect(await originOf(git, folder, 'v1')).toEqual({ commit: first, branch: '', label: '', commit_time: 1_700_000_000 })
    expect(await originOf(git, folder, 'elsewhere')).toEqual({ commit: 'elsewhere', branch: '', label: '', commit_time: 0 })
    expect(await originOf(git, folder, '--output=x')).toEqual({ commit: '--output=x', branch: '', label: '', commit_time: 0 })
  })

  it('is not known without git and without a repository', async () => {
    const nothing = { commit: '', branch: '', label: '', commit_time: 0 }
    expect(await originOf({ ...git, GIT_CEILING_DIRECTORIES: '/' }, folderOf({}), undefined)).toEqual(nothing)
    expect(await originOf({ PATH: folderOf({}) }, folder, undefined)).toEqual(nothing)
  })

  it.each([
    ['GitHub', { GITHUB_SHA: 'SHA', GITHUB_REF_NAME: 'main', GITHUB_REF_TYPE: 'branch' }, { branch: 'main' }],
    ['GitHub, a tag', { GITHUB_SHA: 'SHA', GITHUB_REF_NAME: 'v1.4.0', GITHUB_REF_TYPE: 'tag' }, { label: 'v1.4.0' }],
    ['GitHub, a pull request', { GITHUB_SHA: 'SHA', GITHUB_HEAD_REF: 'feature', GITHUB_REF_NAME: '12/merge' }, { branch: 'feature' }],
    [
      'GitLab',
      { CI_COMMIT_SHA: 'SHA', CI_COMMIT_BRANCH: 'main', CI_COMMIT_TIMESTAMP: '2026-01-02T03:04:05+00:00' },
      { branch: 'main', commit_time: 1_767_323_045 },
    ],
    ['GitLab, a tag', { CI_COMMIT_SHA: 'SHA', CI_COMMIT_TAG: '2.0' }, { label: '2.0' }],
    ['Jenkins', { GIT_COMMIT: 'SHA', GIT_BRANCH: 'origin/release/2' }, { branch: 'release/2' }],
    ['Bitbucket', { BITBUCKET_COMMIT: 'SHA', BITBUCKET_BRANCH: 'main' }, { branch: 'main' }],
    ['Azure', { BUILD_SOURCEVERSION: 'SHA', BUILD_SOURCEBRANCH: 'refs/heads/main' }, { branch: 'main' }],
    ['Azure, a tag', { BUILD_SOURCEVERSION: 'SHA', BUILD_SOURCEBRANCH: 'refs/tags/v1' }, { label: 'v1' }],
  ])('is that of the build: %s', async (_, env, origin) => {
    const unknown = { commit: 'SHA', branch: '', label: '', commit_time: 0 }
    expect(await originOf({ ...git, ...env }, folder, undefined)).toEqual({ ...unknown, ...origin })
  })

  it('of a build has its time from git, and another commit replaces that of the build', async () => {
    const env = { ...git, GITHUB_SHA: first, GITHUB_REF_NAME: 'main' }
    expect(await originOf(env, folder, undefined)).toEqual({ commit: first, branch: 'main', label: '', commit_time: 1_700_000_000 })
    expect(await originOf(env, folder, last)).toEqual({ commit: last, branch: 'main', label: '', commit_time: 1_700_000_100 })
  })
})
