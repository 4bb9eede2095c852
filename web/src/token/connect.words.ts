import { words } from '../lib/words.ts'

export const connectWords = words({
  off: 'An administrator has switched off agents on this site. Tokens still work for other programs.',
  title: 'Connect an agent',
  about: 'Agents that speak the Model Context Protocol (MCP) read this site, and suggest edits if you allow it.',
  address: 'Address',
  programs: 'Agent',
  others: 'Others',
  terminal: 'Terminal',
  settings: 'Settings of the agent',
  transport: 'Transport',
  header: 'Header',
  asks: 'Your browser then asks what the agent may do. An agent that cannot ask takes a token in the header Authorization.',
  withToken: 'The lines contain the token that you have just created. Keep them as safe as a password.',
  needsToken: 'Create a token first and replace sheaf_pat_… with it. The level “Read” is enough for reading.',
})
