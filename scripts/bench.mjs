// npm run bench: the measured promises, on this machine. PAGES=500 npm run bench for a smaller item.
// npm run bench -- open: pages pushed by programs, on sites of 1,000 and of 20,000 pages.
// npm run bench -- export: items of 5,000 and 20,000 pages as files; SIZES, PICTURES and FORMATS=markdown,word,html choose.
// npm run bench -- import: an OpenAPI file of 5 MB, in JSON and in YAML; BYTES chooses.
// npm run bench -- grow: those of 100,000 pages in 200 items, on both databases; PAGES and DATABASES=sqlite,postgres choose.
// npm run bench -- mixed: reading, searching and saving at once; 1 process on SQLite, 1 and 3 on PostgreSQL. CASES=SQLite1,PostgreSQL3 and ITEMS choose.
// npm run bench -- showdoc: a ShowDoc of 100,000 pages with 300,000 states moves in, on both databases; PAGES and DATABASES choose.
// npm run bench -- hostile-pages: what pages take that were made to take much, and pages of 5 MB.
// npm run bench -- soak: fifty people for half an hour, and what the server holds meanwhile; MINUTES chooses.
// npm run bench -- hostile: bodies made to take much, to every call, while another thread asks /healthz; SECONDS chooses.
// npm run bench -- sheet: spreadsheets of a million rows, read and written.
// npm run bench -- kills: ends of the process that chance chooses, in the middle of saves, moves, imports and a move from ShowDoc; KILLS chooses how often.
import { at, become, build, install, mustBeUsable } from './tools.mjs'

mustBeUsable()
install()
build()
become([
  '--disable-warning=ExperimentalWarning',
  at(
    'bench',
    ['export', 'grow', 'hostile', 'hostile-pages', 'import', 'kills', 'mixed', 'open', 'sheet', 'showdoc', 'soak'].includes(process.argv[2])
      ? `${process.argv[2]}.ts`
      : 'run.ts',
  ),
])
