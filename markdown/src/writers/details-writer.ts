import type { MarkdownIt } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'

/** `::: details Title` as the browser's own folding element. */
export function detailsWriter(md: MarkdownIt): void {
  md.renderer.rules['details_open'] = (tokens, index, _options, env, self) => {
    const token = tokens[index]!
    const title = String(token.meta?.['title'] ?? '')
    const page = env as PageEnv
    // Without the footnotes of the page, which would be written into the title.
    const summary = title ? md.renderInline(title, { ...page, headings: [], footnotes: undefined }) : words(page.language).details
    return `<details${self.renderAttrs(token)}><summary>${summary}</summary>\n`
  }
}
