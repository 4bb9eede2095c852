import { apiPageMarkdown } from './api-page/api-page.ts'
import { pageNeeds } from './needs.ts'
import { htmlLimitFor } from './page-bounds.ts'
import { createParser } from './parser.ts'
import { plainPage } from './plain-page.ts'
import { loadMath } from './rules/math.ts'
import { sanitise } from './sanitise/sanitise.ts'
import type { PageEnv, Rendered, RenderOptions } from './types.ts'
import { loadCode } from './writers/code-writer.ts'
import { fillButtons } from './writers/own-buttons.ts'

const parser = createParser()
const escapeHtml = parser.utils.escapeHtml

// getRandomValues and not randomUUID: browsers hide the latter on plain http.
function randomMark(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
}

/** A library that cannot be fetched costs its colours or formulas, not the page. */
async function optional<T>(load: Promise<T>): Promise<T | undefined> {
  try {
    return await load
  } catch {
    return undefined
  }
}

/** Turns a page's Markdown, or what an API client made of a page, into HTML that is safe to put into any document of ours. Never throws. */
export async function render(text: string, options: RenderOptions = {}): Promise<Rendered> {
  const { base = '', language = 'en' } = options
  const made = apiPageMarkdown(text, language, options.shared)
  // The lines of what was made are not those of the text.
  const lines = made === undefined && options.lines === true
  const source = made ?? text
  const env: PageEnv = { language, lines, own: randomMark(), headings: [], room: htmlLimitFor(source.length) }
  try {
    const tokens = parser.parse(source, env)
    const { needs, languages } = pageNeeds(tokens)
    const [math, code] = await Promise.all([
      needs.has('math') ? optional(loadMath(env.own, (source) => `<code>${escapeHtml(source)}</code>`)) : undefined,
      languages.size > 0 ? optional(loadCode(languages)) : undefined,
    ])
    if (math) env.math = math
    if (code) env.code = code
    const html = parser.renderer.render(tokens, parser.options, env)
    const clean = sanitise(html, { base, lines, own: env.own })
    return { html: fillButtons(clean, env), headings: env.headings, needs: [...needs] }
  } catch {
    return plainPage(String(text))
  }
}
