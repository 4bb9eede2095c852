import { apiPageMarkdown } from './api-page/api-page.ts'
import { pageNeeds } from './needs.ts'
import { htmlLimitFor } from './page-bounds.ts'
import { createParser } from './parser.ts'
import { plainPage } from './plain-page.ts'
import { markHanIn } from './rules/inline.ts'
import { loadMath } from './rules/math.ts'
import { sanitise } from './sanitise/sanitise.ts'
import type { PageEnv, Rendered, RenderOptions } from './types.ts'
import { loadCode } from './writers/code-writer.ts'
import { examplesByLine } from './writers/example-writer.ts'
import { fillButtons } from './writers/own-buttons.ts'
import { withViews } from './writers/views.ts'

const parser = createParser()
const escapeHtml = parser.utils.escapeHtml

// getRandomValues instead of randomUUID: browsers provide the latter on https only.
function randomMark(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
}

/** If a library cannot be loaded, only its highlighting or formulas are missing. */
async function optional<T>(load: Promise<T>): Promise<T | undefined> {
  try {
    return await load
  } catch {
    return undefined
  }
}

/** Renders a page, in Markdown or made by an API client, as HTML that is safe to insert into the app's documents. Never throws. */
export async function render(text: string, options: RenderOptions = {}): Promise<Rendered> {
  const { base = '', language = 'en' } = options
  const generated = apiPageMarkdown(text, language, options.shared)
  // Line numbers of generated Markdown do not match the source text.
  const lines = generated === undefined && options.lines === true
  const source = generated ?? text
  const { partCards: cards = false } = options
  const isCard = typeof cards === 'function' ? cards : () => cards
  const partCards = generated === undefined && cards !== false ? isCard : undefined
  const env: PageEnv = { language, lines, partCards, own: randomMark(), headings: [], htmlBudget: htmlLimitFor(source.length) }
  try {
    if (options.view) env.view = options.view
    if (generated === undefined) env.examples = examplesByLine(source, options.runs)
    const tokens = parser.parse(source, env)
    const { needs, languages } = pageNeeds(tokens)
    const [math, code] = await Promise.all([
      needs.has('math') ? optional(loadMath(env.own, (source) => `<code>${escapeHtml(source)}</code>`)) : undefined,
      languages.size > 0 ? optional(loadCode(languages)) : undefined,
    ])
    if (math) env.math = math
    if (code) env.code = code
    const html = parser.renderer.render(tokens, parser.options, env)
    const clean = markHanIn(sanitise(html, { base, lines, own: env.own }))
    return { html: fillButtons(withViews(clean, env, parser, base), env), headings: env.headings, needs: [...needs] }
  } catch {
    return plainPage(String(text))
  }
}
