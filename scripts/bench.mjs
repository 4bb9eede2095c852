// Benchmarks of the limits in docs/performance.md, measured on this machine. Environment variables change the defaults.
// npm run bench: one item of 5,000 pages. PAGES.
// npm run bench -- compare REF: another commit and this version in turns, as ratios. PAGES, TURNS, PORT; FULL=1 fails on a slowdown above 10 %.
// npm run bench -- agents: agents, Markdown, lists, sitemaps, feeds, tokens, suggestions and webhooks. PAGES, SITE_PAGES, EVENTS, SECONDS, CASES; SHOWDOC=folder with the source of ShowDoc 3.9.
// npm run bench -- open: pages saved through the open API, on sites of 1,000 and 20,000 pages. SIZES, SECONDS.
// npm run bench -- export: exports of items with 5,000 and 20,000 pages. SIZES, PICTURES, FORMATS=markdown,word,html.
// npm run bench -- import: an OpenAPI file of 5 MB, in JSON and in YAML. BYTES.
// npm run bench -- grow: a site of 100,000 pages in 200 items, on both databases. PAGES, DATABASES=sqlite,postgres.
// npm run bench -- mixed: concurrent reads, searches and saves; 1 process on SQLite, 1 and 3 on PostgreSQL. CASES=SQLite1,PostgreSQL3, ITEMS.
// npm run bench -- showdoc: migration of a ShowDoc with 100,000 pages and 300,000 revisions, on both databases. PAGES, DATABASES.
// npm run bench -- hostile-pages: the rendering cost of hostile pages and of pages of 5 MB.
// npm run bench -- source: a description of an API of 4 MB as a source: first version, the same again, one change. BYTES.
// npm run bench -- reference: the pages of a description with 1,166 operations, and Scalar and Redoc with the same file. PEERS=folder with them (bench/reference/peers.ts), ROUNDS, VERSIONS, FILE and TEXT=a description and a text of its introduction.
// npm run bench -- fetches: a year of hourly fetches of a description that changes each time, with the clock moved. FETCHES, MINUTES, DATABASES.
// npm run bench -- dictionary: the structure of a database with 1,000 tables as a source: first version, the same again, changed columns. TABLES.
// npm run bench -- truth: pages that name what they were written from: check of a repository of 10,000 files, lists, badge. PAGES, FILES.
// npm run bench -- together: comments, feedback, news and mail, places of comments, reviews of 100,000 pages, moves, the second step, hostile feedback and forged logout tokens. PARTS, SECONDS, WATCHERS, DIGESTS, PAGES, DATABASES=sqlite,postgres; SHOWDOC=folder with the source of ShowDoc 3.9.
// npm run bench -- soak: fifty users for half an hour, and the resources that the server holds. MINUTES, PROCESSES.
// npm run bench -- hostile: hostile request bodies to every call while another thread requests /healthz. SECONDS.
// npm run bench -- sheet: reading and writing large spreadsheets.
// npm run bench -- kills: kills at random times during saves, moves, imports, a migration from ShowDoc, deliveries of webhooks, syncs of a description, comments with their mails, and trees that many writers change. KILLS, PARTS, SYNC_KILLS, SEED, DATABASES.
import { at, build, install, mustBeUsable, runAndExit } from './tools.mjs'

mustBeUsable()
install()
build()
const parts = {
  ...Object.fromEntries(
    [
      'compare',
      'dictionary',
      'export',
      'fetches',
      'grow',
      'hostile',
      'hostile-pages',
      'import',
      'kills',
      'mixed',
      'open',
      'sheet',
      'showdoc',
      'soak',
      'source',
      'truth',
    ].map((name) => [name, `${name}.ts`]),
  ),
  agents: 'agents/agents.ts',
  reference: 'reference/reference.ts',
  together: 'together/together.ts',
}
runAndExit(['--disable-warning=ExperimentalWarning', at('bench', parts[process.argv[2]] ?? 'run.ts'), ...process.argv.slice(3)])
