import { isLanguage, type Language } from '@sheaf/contract/languages'
import type { Rendered, RenderOptions } from '@sheaf/markdown'
import type { ApiCall } from '../call/call.ts'
import { code } from '../call/markdown.ts'
import { renderPage } from './page.ts'
import type { SchemaLinks } from './place.ts'
import { viewWords } from './words.ts'

/** An operation or a webhook that uses a schema; `address` is that of its page. */
export interface SchemaUser {
  title: string
  method: string
  path: string
  address: string
}

const INFO = 'schema'

const linkText = (text: string) => text.replace(/[[\]\\]/g, '\\$&')

/** Who uses a schema, as Markdown: links to their pages. `more` are left out. */
function usersText(users: SchemaUser[], more: number, language: Language): string {
  const t = viewWords(language)
  const lines = users.map(({ title, method, path, address }) => `- [${linkText(title)}](${address}) · ${code(`${method} ${path}`)}`)
  if (more > 0) lines.push(`- ${t.moreUsers(more)}`)
  return `## ${t.usedBy}\n\n${lines.length > 0 ? lines.join('\n') : t.notUsed}`
}

/** Renders a named schema (`readSchema`) as HTML that is safe to insert: its fields, and who uses it. */
export function renderSchema(
  call: ApiCall,
  { users, more, schemas, ...options }: RenderOptions & { users: SchemaUser[]; more: number; schemas: SchemaLinks | undefined },
): Promise<Rendered> {
  const language = isLanguage(options.language) ? options.language : 'en'
  const text = `\`\`\`${INFO}\n\`\`\`\n\n${usersText(users, more, language)}\n`
  return renderPage(text, { ...options, calls: (info) => (info === INFO ? call : undefined), schemas: () => schemas, isWorded: false })
}
