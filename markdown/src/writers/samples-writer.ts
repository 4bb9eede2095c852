import type { MarkdownIt } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { emptyButton } from './own-buttons.ts'

/**
 * Writes code samples as one block: radio buttons of the languages, then the code of each. The style sheet shows the code of the
 * checked button, so no script is needed.
 */
export function samplesWriter(md: MarkdownIt): void {
  const escapeHtml = md.utils.escapeHtml
  md.renderer.rules['samples'] = (tokens, index, _options, env) => {
    const page = env as PageEnv
    const samples = tokens[index]!.children ?? []
    const labels = samples.map(
      ({ info, meta }, at) =>
        `<label><input type="radio" name="sample" value="${info}"${at === 0 ? ' checked' : ''}>${escapeHtml(String(meta))}</label>`,
    )
    const blocks = samples.map(({ info, content }) => {
      const code = page.code?.(content, info) ?? escapeHtml(content).replaceAll('&quot;', '"')
      return `<pre tabindex="0"><code class="hljs">${code}</code></pre>`
    })
    const group = `<span class="lang" data-own="${page.own}" role="radiogroup" aria-label="${words(page.language).samples}">${labels.join('')}</span>`
    return `<div class="code samples"><div class="ch">${group}${emptyButton('wrap', page)}${emptyButton('copy', page)}</div>${blocks.join('')}</div>\n`
  }
}
