import { type Html, html, nothing } from './html.ts'
import type { Place } from './place.ts'

export interface Choice {
  label: Html
  content: Html
}

/**
 * Alternatives of which one is shown: a row of radio buttons, each before its content, so that the style sheet alone shows the content
 * of the checked one. Printed pages and pages without a style sheet show all. A single choice needs no buttons.
 */
export function choiceOf(place: Place, name: string, choices: Choice[]): Html {
  const [only, second] = choices
  if (!only) return nothing
  if (!second) return only.content
  const group = place.group()
  const panes = choices.map(
    ({ label, content }, at) =>
      html`<label>${at === 0 ? html`<input type="radio" name="${group}" checked>` : html`<input type="radio" name="${group}">`}${label}</label><div class="pane">${content}</div>`,
  )
  return html`<fieldset class="pick"><legend class="visually-hidden">${name}</legend>${panes}</fieldset>`
}
