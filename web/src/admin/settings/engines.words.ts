import { words } from '../../lib/words.ts'

/** Texts of the site settings for search engines and agents. */
export const enginesWords = words({
  title: 'Search engines and agents',
  about: 'Whether engines list public items, and what programs read about this site.',
  open: 'Search engines may list public items',
  openHelp: 'Items with a visit password are never listed. Each item can be taken out in its own settings.',
  agents: 'Agents may use this site',
  agentsHelp: 'With the Model Context Protocol at /mcp, in the name of a person and never with more rights.',
  agentsOpen: 'Agents may read listed items without a token',
  agentsOpenHelp: 'At /mcp/open, 60 requests a minute for each address. Only items that search engines may list.',
  question: 'Let search engines in?',
  counted: ['{n, plural, =0 {No item becomes} one {# item becomes} other {# items become}} listed by kind.', 'n'],
  kinds: ['Regular items: {regular} · API items: {api}', 'regular', 'api'],
  kindsHelp:
    'Single pages and spreadsheets are listed only if their owner chooses it. With “only chosen items”, all items wait for that choice.',
  byKind: 'List by kind',
  onlyChosen: 'Only chosen items',
  counting: 'Counting the items …',
  details: 'Lists and files',
  detailsAbout: 'What robots.txt, the sitemap and llms.txt contain.',
  unchosen: 'Items without a choice of their own',
  unchosenKind: 'List regular items and API items',
  unchosenNone: 'List none',
  description: 'Description of the site',
  descriptionHelp: 'One sentence, for search results and agents.',
  note: 'Note to agents',
  noteHelp: 'At the top of llms.txt: what this site documents and how to read it.',
  robots: 'More lines of robots.txt',
  robotsHelp: 'User-agent, Allow, Disallow, Crawl-delay, Content-Signal and comments. They are added after the lines of Sheaf itself.',
})
