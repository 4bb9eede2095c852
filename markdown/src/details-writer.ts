import type { MarkdownIt } from 'markdown-it'
import type { PageEnv } from './types.ts'
import { words } from './words.ts'

/** `::: details Title` as the browser's own folding element. */
export function detailsWriter(md: MarkdownIt): void {
  md.renderer.rules['details_open'] = (tokens, index, _options, env, self) => {
    const token = tokens[index]!
    const title = String(token.meta?.['title'] ?? '')
    const summary = title ? md.renderInline(title, { ...env }) : words((env as PageEnv).language).details
    return `<details${self.renderAttrs(token)}><summary>${summary}</summary>\n`
  }
}
