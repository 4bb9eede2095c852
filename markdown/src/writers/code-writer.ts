import type { LanguageFn, Mode } from 'highlight.js'
import type { CodeWriter } from '../types.ts'

const aliases: Record<string, string> = {
  vue: 'xml',
  'vue-html': 'xml',
  svelte: 'xml',
  'sh-vue': 'bash',
  shellscript: 'bash',
  cmd: 'bash',
  curl: 'bash',
  jsonc: 'json',
  json5: 'json',
  js: 'javascript',
  golang: 'go',
  ts: 'typescript',
  py3: 'python',
  mysql: 'sql',
  pgsql: 'sql',
  docker: 'dockerfile',
  ps1: 'powershell',
  env: 'ini',
  conf: 'nginx',
}

/** The highlight.js name of a fence's language. */
function grammarOf(language: string): string {
  return Object.hasOwn(aliases, language) ? aliases[language]! : language
}

const BLOCK_CHARS_MAX = 50_000
const PAGE_CODE_CHARS_MAX = 400_000

// Languages outside highlight.js' common set that are frequent in documentation; loaded only for pages that use them.
const extra = {
  http: async () => ({ default: bodyBounded((await import('highlight.js/lib/languages/http')).default) }),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  dart: () => import('highlight.js/lib/languages/dart'),
}

/**
 * The HTTP grammar tries every language for the body, including HTTP itself, so the time is exponential in the number of empty lines.
 * Bodies are therefore limited to JSON and XML.
 */
function bodyBounded(grammar: LanguageFn): LanguageFn {
  const bound = (mode: Partial<Mode>) => {
    if (mode.subLanguage?.length === 0) mode.subLanguage = ['json', 'xml']
    for (const inner of mode.contains ?? []) if (typeof inner === 'object') bound(inner)
    if (mode.starts) bound(mode.starts)
  }
  return (hljs) => {
    const language = grammar(hljs)
    bound(language)
    return language
  }
}

function isExtra(name: string): name is keyof typeof extra {
  return Object.hasOwn(extra, name)
}

/** Loads highlight.js with the grammars of these languages. */
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
    if (code.length > BLOCK_CHARS_MAX || written > PAGE_CODE_CHARS_MAX || !hljs.getLanguage(grammar)) return undefined
    try {
      return hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value
    } catch {
      return undefined
    }
  }
}
