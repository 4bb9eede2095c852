import { codeOf, type Html, html } from './html.ts'

export interface CodeTab {
  label: string
  /** For highlighting. */
  language: string
  text: string
}

/** Code tabs that the style sheet can show. */
export const CODE_TABS_MAX = 6

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
