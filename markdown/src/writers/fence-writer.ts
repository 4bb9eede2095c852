import type { MarkdownIt, RendererRule } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { endpoints } from './endpoint.ts'
import { diagramKind, ENDPOINT, fenceInfo, isMath } from './fence-info.ts'
import { markLines } from './marked-lines.ts'
import { emptyButton } from './own-buttons.ts'

const names: Record<string, string> = {
  bash: 'Shell',
  sh: 'Shell',
  shell: 'Shell',
  zsh: 'Shell',
  console: 'Shell',
  curl: 'cURL',
  c: 'C',
  cpp: 'C++',
  'c++': 'C++',
  cs: 'C#',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  docker: 'Dockerfile',
  dockerfile: 'Dockerfile',
  go: 'Go',
  golang: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  http: 'HTTP',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsonc: 'JSON',
  json5: 'JSON5',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  less: 'Less',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  md: 'Markdown',
  mysql: 'MySQL',
  nginx: 'Nginx',
  objectivec: 'Objective-C',
  objc: 'Objective-C',
  perl: 'Perl',
  php: 'PHP',
  powershell: 'PowerShell',
  properties: 'Properties',
  py: 'Python',
  python: 'Python',
  r: 'R',
  rb: 'Ruby',
  ruby: 'Ruby',
  rs: 'Rust',
  rust: 'Rust',
  scss: 'SCSS',
  sql: 'SQL',
  svelte: 'Svelte',
  swift: 'Swift',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TSX',
  typescript: 'TypeScript',
  vue: 'Vue',
  'vue-html': 'Vue',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
}
const plainNames = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none'])

/** The displayed name of a language; `plain` for text without a language. */
function languageName(language: string, plain: string): string {
  if (plainNames.has(language)) return plain
  return Object.hasOwn(names, language) ? names[language]! : language
}

/** Renders code blocks with a header, diagrams as source for the browser, and formulas in fences. */
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
    // Quotes need no escaping in text, and a hundred thousand entities are slow to sanitise.
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
