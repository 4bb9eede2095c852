#!/usr/bin/env node
// `npx --no-install sheaf …` in a checkout: the built commands, on the Node that the packages bring if it is there.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { programOf } from '../../scripts/releases.mjs'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const program = programOf('sheaf.js')
const brought = at(process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node')

if (existsSync(program)) {
  const child = spawn(existsSync(brought) ? brought : process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error('Sheaf is not built yet: run "npm run build" in its folder.\n尚未构建：请先在项目目录运行 npm run build。')
  process.exitCode = 1
}
