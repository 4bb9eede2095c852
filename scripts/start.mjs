// npm start: installs what is missing, builds what is stale, serves. On Windows: node scripts/start.mjs
import { at, become, build, install, mustBeUsable } from './tools.mjs'

mustBeUsable()
install()
build()
become(['--enable-source-maps', at('dist', 'server', 'main.js')])
