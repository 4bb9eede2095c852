// npm start: installs missing packages, builds if sources changed, and runs the server. On Windows: node scripts/start.mjs
// This process remains the parent of the server and switches to another version when an administrator starts an update (docs/decisions/0038).
import { current } from './releases.mjs'
import { supervise } from './supervise.mjs'
import { build, install, mustBeUsable } from './tools.mjs'

mustBeUsable()
install()
if (current() === undefined) build()
process.exit(await supervise())
