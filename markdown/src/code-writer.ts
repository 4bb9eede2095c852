import { grammarOf } from './code-languages.ts'
import type { CodeWriter } from './types.ts'

const longest = 50_000
const longestPage = 400_000

// Not in highlight.js' common set but frequent in documentation; fetched only for pages that use them.
const extra = {
  http: () => import('highlight.js/lib/languages/http'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  dart: () => import('highlight.js/lib/languages/dart'),
}

function isExtra(name: string): name is keyof typeof extra {
  return Object.hasOwn(extra, name)
}

/** Loads highlight.js with what the named languages take. */
export async function loadCode(languages: Iterable<string>): Promise<CodeWriter> {
  const { default: hljs } = await import('highlight.js/lib/common')
  for (const language of languages) {
    const name = grammarOf(language)
    if (isExtra(name) && !hljs.getLanguage(name)) hljs.registerLanguage(name, (await extra[name]()).default)
  }
  let written = 0
  return (code, language) => {
    const grammar = grammarOf(language)
    written += code.length
    if (code.length > longest || written > longestPage || !hljs.getLanguage(grammar)) return undefined
    try {
      return hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value
    } catch {
      return undefined
    }
  }
}
