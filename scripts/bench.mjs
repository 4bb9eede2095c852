// npm run bench: the measured promises, on this machine. PAGES=500 npm run bench for a smaller item.
// npm run bench -- grow: those of 100,000 pages in 200 items, on both databases; PAGES and DATABASES=sqlite,postgres choose.
import { at, become, build, install, mustBeUsable } from './tools.mjs'

mustBeUsable()
install()
build()
become(['--disable-warning=ExperimentalWarning', at('bench', process.argv[2] === 'grow' ? 'grow.ts' : 'run.ts')])
