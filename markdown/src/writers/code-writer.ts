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

/** The name highlight.js knows a fence's language by. */
function grammarOf(language: string): string {
  return Object.hasOwn(aliases, language) ? aliases[language]! : language
}

const BLOCK_CHARS_MAX = 50_000
const PAGE_CODE_CHARS_MAX = 400_000

// Not in highlight.js' common set but frequent in documentation; fetched only for pages that use them.
const extra = {
  http: async () => ({ default: bodyBounded((await import('highlight.js/lib/languages/http')).default) }),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  dart: () => import('highlight.js/lib/languages/dart'),
}

/**
 * The grammar of HTTP reads what follows an empty line in every language there is, HTTP again among them: a few empty lines take
 * longer than anybody lives. Bodies are JSON or XML here.
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
    if (code.length > BLOCK_CHARS_MAX || written > PAGE_CODE_CHARS_MAX || !hljs.getLanguage(grammar)) return undefined
    try {
      return hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value
    } catch {
      return undefined
    }
  }
}
