import type { Token } from 'markdown-it'
import { type Example, type ExampleRun, parseRequest, readExamples } from '../examples.ts'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'

/** The examples of a page by the first lines of their fences; undefined for a page without any. */
export function examplesByLine(text: string, runs: ExampleRun[] | undefined): PageEnv['examples'] {
  const examples = readExamples(text)
  if (examples.length === 0) return undefined
  const runOf = ({ name, env }: Example) =>
    runs && (runs.find((run) => run.name === name && run.env === env) ?? { name, env, state: '', date: '' })
  return new Map(
    examples.flatMap((example) => {
      const entry = { example, run: runOf(example) }
      return [[example.line, entry] as const, ...(example.responseLine < 0 ? [] : [[example.responseLine, entry] as const])]
    }),
  )
}

/** The look of a method. */
export const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del', PATCH: 'patch' }
const looks: Record<string, string> = { passing: ' ok', failing: ' bad' }

/** Whether the parser read the same request as `readExamples` did. */
function isSame(token: Token, { method, address, body }: Example): boolean {
  const request = parseRequest(token.content.replace(/\n$/, ''))
  return request?.method === method && request.address === address && request.body === body
}

/** The head of a request or an expected answer in place of the language; undefined for any other fence. */
export function exampleHead(token: Token, page: PageEnv, escapeHtml: (text: string) => string): string | undefined {
  const line = token.map?.[0]
  const entry = line === undefined ? undefined : page.examples?.get(line)
  if (!entry || token.type !== 'fence') return undefined
  const { example, run } = entry
  const t = words(page.language)
  const own = `data-own="${page.own}"`
  if (line === example.responseLine) return `<span>${t.answer}</span>`
  if (!isSame(token, example)) return undefined
  const state = run?.state ?? ''
  const word = state === 'passing' || state === 'failing' ? t.runs[state] : t.runs.none
  const badge = run && `<span class="tag${looks[state] ?? ''}" ${own}>${word}${run.date && ` · ${escapeHtml(run.date)}`}</span>`
  return (
    `<span class="ex-name" ${own}><span class="verb ${verbs[example.method] ?? 'other'}" ${own}>${example.method}</span>` +
    `<span>${escapeHtml(example.name.replace(new RegExp(`^${example.method} `), ''))}</span></span>` +
    `<span class="ex-says" ${own}>${t.expects(example.expect)}${example.env && ` · ${escapeHtml(example.env)}`}</span>${badge ?? ''}`
  )
}
