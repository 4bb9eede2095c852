import type { ApiCall, ApiResponse } from '../call/call.ts'
import { blocks } from '../call/markdown.ts'
import { exampleFence } from '../call/page.ts'
import { At } from './at.ts'
import { choiceOf } from './choice.ts'
import { contentsOf } from './content.ts'
import { fieldList, openAll } from './fields.ts'
import { blocksOf, codeOf, type Html, headingOf, html, nothing } from './html.ts'
import type { Place } from './place.ts'

interface CodeTab {
  label: string
  /** For highlighting. */
  language: string
  text: string
}

/** Code tabs that the style sheet can show. */
const CODE_TABS_MAX = 6

/** The renderer adds icon and text to these buttons, which the browser's script makes work. */
const buttons = html`<button type="button" class="ib" data-act="wrap"></button><button type="button" class="ib" data-act="copy"></button>`

/** Code blocks in one box, of which radio buttons choose one. */
export function codeTabs(name: string, label: string, tabs: CodeTab[]): Html {
  const labels = tabs.map(({ label: text, language }, at) =>
    at === 0
      ? html`<label><input type="radio" name="${name}" value="${language}" checked>${text}</label>`
      : html`<label><input type="radio" name="${name}" value="${language}">${text}</label>`,
  )
  const blocks = tabs.map(({ language, text }) => html`<pre tabindex="0"><code class="hljs">${codeOf(language, text)}</code></pre>`)
  return html`<div class="code samples"><div class="ch"><span class="lang" role="radiogroup" aria-label="${label}">${labels}</span>${buttons}</div>${blocks}</div>`
}

/** 2xx and successes first, then 4xx and failures, 5xx, and last all other statuses. */
function rank({ status, kind }: ApiResponse): number {
  if (/^default\b/i.test(status)) return 5
  const [, hundred] = /^([1-5])(?:\d\d|XX)\b/i.exec(status) ?? []
  if (kind === 'success' || hundred === '2') return 0
  if (kind === 'failure' || hundred === '4') return 3
  return hundred === '5' ? 4 : hundred ? 1 : 2
}

interface Name {
  /** `201`; '' if the response has no status. */
  status: string
  words: string
}

function nameOf({ t }: Place, { status, kind }: ApiResponse): Name {
  if (status === '') return { status: '', words: kind === 'failure' ? t.failure : t.success }
  return { status, words: t.statuses[status] ?? '' }
}

const labelOf = ({ status, words }: Name): Html => html`${status && html`<bdi>${status}</bdi>`}${status && words ? ' ' : ''}${words}`

/** Examples that are long to read stay in the text only. */
const EXAMPLE_CHARS_MAX = 20_000

const firstExample = ({ contents }: ApiResponse) => {
  const content = contents[0]
  const example = content?.examples[0]
  return example && example.text.length <= EXAMPLE_CHARS_MAX ? exampleFence(example, content.contentType) : undefined
}

const sorted = (responses: ApiResponse[]) => [...responses].sort((a, b) => rank(a) - rank(b))

/** The first example of each answer, for the column next to the text. */
export function exampleTabs(place: Place, { responses = [] }: ApiCall): Html {
  const tabs = sorted(responses).flatMap((response): CodeTab[] => {
    const example = firstExample(response)
    const { status, words } = nameOf(place, response)
    return example ? [{ label: status || words, language: example.language, text: example.text }] : []
  })
  if (tabs.length === 0) return nothing
  return html`<div class="only-wide">${codeTabs(`answer-${place.number}`, place.t.examples, tabs.slice(0, CODE_TABS_MAX))}</div>`
}

/** The answers, one of them shown. */
export function answers(place: Place, { responses = [] }: ApiCall): Html {
  if (responses.length === 0) return nothing
  const { t } = place
  let twins = 0
  const all = sorted(responses).map((response) => {
    const name = nameOf(place, response)
    const anchor = /^\w+/.exec(name.status)?.[0] ?? (response.kind === 'failure' ? 'failure' : 'success')
    const above = new At(anchor, name.status === '' ? undefined : /^\d\w*$/.test(name.status) ? name.status : 'default')
    const headers = fieldList(place, response.headers, new At(`${anchor}.header`, above.path && `${above.path}.header`))
    const isTwin = firstExample(response) !== undefined && twins++ < CODE_TABS_MAX
    const content = html`${blocksOf(blocks(response.description ?? ''))}${place.spot(above)}${headers.length > 0 && html`<p class="caption">${t.answerHeaders}</p>`}${headers}${contentsOf(place, response.contents, above, isTwin)}${blocksOf(response.more ?? '')}`
    return { name, label: labelOf(name), content }
  })
  const [only] = all
  const heading = { id: place.anchor('answers'), text: t.answers, level: 2 }
  const status = all.length === 1 && only?.name.status ? html` <small>${only.label}</small>` : nothing
  const content = choiceOf(place, t.answers, all)
  return html`${headingOf(heading, t.anchor, html`${status}${openAll(place, content)}`)}${content}`
}
