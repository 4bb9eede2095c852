import type { Token } from 'markdown-it'
import { states } from '../api-page/types.ts'
import { apiWords } from '../api-page/words.ts'
import type { PageEnv } from '../types.ts'

const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del', PATCH: 'patch' }
const tags = { developing: '', testing: ' warn', finished: ' ok', changing: ' warn', abandoned: ' bad' }
const line = /^(?:([A-Z]{2,10}|(?:get|post|put|delete|patch|head|options)(?=\s+\S))(?=\s|$))?\s*(.*)$/
const host = /^(?:[a-z][a-z+.-]*:\/\/[^/?#\s]*|\{\{[^{}]*\}\}|\$\{[^{}]*\})(?=[/?#])/i

/** The lines of an endpoint fence: method, address with a muted host, state, and a button to copy the address. */
export function endpoints(token: Token, env: PageEnv, copy: () => string, escapeHtml: (text: string) => string): string {
  const name = token.info.trim().split(/\s+/)[1]
  const state = states.find((one) => one === name)
  const own = `data-own="${env.own}"`
  const tag = state ? `<span class="tag${tags[state]}" ${own}>${apiWords(env.language).states[state]}</span>` : ''
  const at = token.attrGet('data-line')
  const calls = token.content.split('\n').filter((one) => one.trim() !== '')
  return calls
    .map((one, index) => {
      const [, written = '', address = ''] = line.exec(one.trim())!
      const method = written.toUpperCase()
      const site = host.exec(address)?.[0] ?? ''
      const verb = method && `<span class="verb ${verbs[method] ?? 'other'}" ${own}>${method}</span>`
      const url = `<span class="url" tabindex="0">${site && `<i>${escapeHtml(site)}</i>`}${escapeHtml(address.slice(site.length))}</span>`
      const attrs = index === 0 && at !== null ? ` data-line="${at}"` : ''
      return `<div class="endpoint"${attrs}>${verb}${url}${tag}${copy()}</div>\n`
    })
    .join('')
}
