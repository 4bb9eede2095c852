import type { MarkdownIt, RendererRule } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { endpoints } from './endpoint.ts'
import { diagramKind, ENDPOINT, fenceInfo, isMath } from './fence-info.ts'
import { languageName } from './language-names.ts'
import { markLines } from './marked-lines.ts'
import { emptyButton } from './own-buttons.ts'

/** Code blocks with a head, diagrams as their source for the browser to draw, and formulas in fences. */
export function fenceWriter(md: MarkdownIt): void {
  const escapeHtml = md.utils.escapeHtml
  const write: RendererRule = (tokens, index, _options, env, self) => {
    const token = tokens[index]!
    const page = env as PageEnv
    const attrs = self.renderAttrs(token)
    const { language, label, marks } = fenceInfo(token.info)
    const kind = diagramKind(language)
    if (kind) return `<pre class="diagram" data-kind="${kind}" tabindex="0"${attrs}><code>${escapeHtml(token.content)}</code></pre>\n`
    if (isMath(language) && page.math) return `<p${attrs}>${page.math(token.content.trim(), true)}</p>\n`
    if (language === ENDPOINT) return endpoints(token, page, () => emptyButton('copy', page), escapeHtml)
    const code = token.content.replace(/\n$/, '')
    // Quotes mean nothing between tags, and a hundred thousand of them cost the sanitiser more than all the rest.
    const coloured = (language && page.code?.(code, language)) || escapeHtml(code).replaceAll('&quot;', '"')
    const head = escapeHtml(label || languageName(language, words(page.language).plain))
    return (
      `<div class="code" data-lang="${escapeHtml(language)}"${attrs}>` +
      `<div class="ch"><span class="lang"><span>${head}</span></span>${emptyButton('wrap', page)}${emptyButton('copy', page)}</div>` +
      `<pre tabindex="0"><code class="hljs">${markLines(coloured, marks)}</code></pre></div>\n`
    )
  }
  md.renderer.rules['fence'] = write
  md.renderer.rules['code_block'] = write
}
