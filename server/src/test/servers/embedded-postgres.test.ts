import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('does not change the exit code of the process that loads it', () => {
  const file = new URL('./embedded-postgres.ts', import.meta.url).href
  const program = `await (await import(${JSON.stringify(file)})).loadPostgres(); process.exitCode = 3`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }).status).toBe(3)
})
