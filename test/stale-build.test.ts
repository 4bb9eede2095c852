import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sources } from '../scripts/tools.mjs'

it('`npm start` builds again after a change of any file that the build reads', () => {
  const ofWeb = readdirSync('web').filter((name) => /\.(?:ts|html)$/.test(name))
  const ofScripts = [...readFileSync('scripts/build.mjs', 'utf8').matchAll(/from '\.\/([\w-]+\.mjs)'/g)].map(([, name]) => name)
  const needed = [...ofWeb.map((name) => `web/${name}`), ...ofScripts.map((name) => `scripts/${name}`)]
  // Gives the places of files, and is part of no build.
  expect(needed.filter((name) => name !== 'scripts/tools.mjs' && !sources.includes(name))).toEqual([])
  expect(sources.filter((name) => !existsSync(name))).toEqual([])
})
