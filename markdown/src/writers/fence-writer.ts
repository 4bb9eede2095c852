import type { MarkdownIt, RendererRule, Token } from 'markdown-it'
import { states } from '../api-page/types.ts'
import { apiWords } from '../api-page/words.ts'
import type { PageEnv } from '../types.ts'
import { siteOf } from './address-site.ts'
import { exampleHead, verbs } from './example-writer.ts'
import { diagramKind, ENDPOINT, fenceInfo, isMath } from './fence-info.ts'
import { markLines } from './marked-lines.ts'
import { emptyButton } from './own-buttons.ts'
import { partCard, viewAttribute } from './part-writer.ts'

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

/** The displayed name of a language; none for text without a language. */
function languageName(language: string): string {
  if (plainNames.has(language)) return ''
  return Object.hasOwn(names, language) ? names[language]! : language
}

const stateTags = { developing: '', testing: ' warn', finished: ' ok', changing: ' warn', abandoned: ' bad' }
const callLine = /^(?:([A-Z]{2,10}|(?:get|post|put|delete|patch|head|options)(?=\s+\S))(?=\s|$))?\s*(.*)$/

/** The lines of an endpoint fence: method, address with a muted host, state, and a button to copy the address. */
function endpoints(token: Token, env: PageEnv, copy: () => string, escapeHtml: (text: string) => string): string {
  const name = token.info.trim().split(/\s+/)[1]
  const state = states.find((one) => one === name)
  const own = `data-own="${env.own}"`
  const tag = state ? `<span class="tag${stateTags[state]}" ${own}>${apiWords(env.language).states[state]}</span>` : ''
  const at = token.attrGet('data-line')
  const calls = token.content.split('\n').filter((one) => one.trim() !== '')
  return calls
    .map((one, index) => {
      const [, written = '', address = ''] = callLine.exec(one.trim())!
      const method = written.toUpperCase()
      const site = siteOf(address)
      const verb = method && `<span class="verb ${verbs[method] ?? 'other'}" ${own}>${method}</span>`
      const url = `<span class="url" tabindex="0">${site && `<i>${escapeHtml(site)}</i>`}${escapeHtml(address.slice(site.length))}</span>`
      const attrs = index === 0 && at !== null ? ` data-line="${at}"` : ''
      return `<div class="endpoint"${attrs}>${verb}${url}${tag}${copy()}</div>\n`
    })
    .join('')
}

/** Highlighted code. Quotes need no escaping in text, and a hundred thousand entities are slow to sanitise. */
export const codeText = (code: string, language: string, page: PageEnv, escapeHtml: (text: string) => string) =>
  (language && page.code?.(code, language)) || escapeHtml(code).replaceAll('&quot;', '"')

/** Renders code blocks with a header, diagrams as source for the browser, and formulas in fences. */
export function fenceWriter(md: MarkdownIt): void {
  const escapeHtml = md.utils.escapeHtml
  const write: RendererRule = (tokens, index, _options, env, self) => {
    const token = tokens[index]!
    const page = env as PageEnv
    const attrs = self.renderAttrs(token)
    const { language, label, marks } = fenceInfo(token.info)
    const card =
      token.type === 'fence' &&
      token.level === 0 &&
      page.partCards?.(token.info.trim()) &&
      partCard(token.info, token.content, page, attrs, escapeHtml)
    if (card) return card
    const kind = diagramKind(language)
    if (kind) return `<pre class="diagram" data-kind="${kind}" tabindex="0"${attrs}><code>${escapeHtml(token.content)}</code></pre>\n`
    if (isMath(language) && page.math) return `<p${attrs}>${page.math(token.content.trim(), true)}</p>\n`
    if (language === ENDPOINT) return endpoints(token, page, () => emptyButton('copy', page), escapeHtml)
    const code = token.content.replace(/\n$/, '')
    const coloured = codeText(code, language, page, escapeHtml)
    const name = label || languageName(language)
    const head = exampleHead(token, page, escapeHtml) ?? (name && `<span>${escapeHtml(name)}</span>`)
    return (
      `<div class="code" data-lang="${escapeHtml(language)}"${token.type === 'fence' ? viewAttribute(token.info, escapeHtml) : ''}${attrs}>` +
      `<div class="ch"><span class="lang">${head}</span>${emptyButton('wrap', page)}${emptyButton('copy', page)}</div>` +
      `<pre tabindex="0"><code class="hljs">${markLines(coloured, marks)}</code></pre></div>\n`
    )
  }
  md.renderer.rules['fence'] = write
  md.renderer.rules['code_block'] = write
}
