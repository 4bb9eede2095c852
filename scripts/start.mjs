// npm start: installs what is missing, builds what is stale, serves. On Windows: node scripts/start.mjs
// It stays, and starts another version in place of the one that runs when an administrator asks for it (docs/decisions/0038).
import { current } from './releases.mjs'
import { supervise } from './supervise.mjs'
import { build, install, mustBeUsable } from './tools.mjs'

mustBeUsable()
install()
if (current() === undefined) build()
process.exit(await supervise())
