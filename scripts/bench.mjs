// npm run bench: the measured promises, on this machine. PAGES=500 npm run bench for a smaller item.
import { at, become, build, install, mustBeUsable } from './tools.mjs'

mustBeUsable()
install()
build()
become(['--disable-warning=ExperimentalWarning', at('bench', 'run.ts')])
