// npm run dev: runs the server from its sources, restarted on change, and Vite in front of it on http://127.0.0.1:5173
import { spawn } from 'node:child_process'
import { consoleWorker } from './console-worker.mjs'
import { at, install, mustBeUsable, node, runAndExit } from './tools.mjs'

mustBeUsable()
install()
const { build } = await import('vite')
await build(consoleWorker)
const vite = spawn(node, [at('node_modules', 'vite', 'bin', 'vite.js'), '--host', '127.0.0.1'], { cwd: at('web'), stdio: 'inherit' })
process.on('exit', () => vite.kill())
runAndExit(['--watch', '--disable-warning=ExperimentalWarning', at('server', 'src', 'main.ts')], { NODE_ENV: 'development' })
