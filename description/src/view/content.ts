import type { ApiContent, ApiForm } from '../call/call.ts'
import { blocks } from '../call/markdown.ts'
import { noteLine } from '../call/note.ts'
import { exampleFence } from '../call/page.ts'
import type { At } from './at.ts'
import { choiceOf } from './choice.ts'
import { fieldList } from './fields.ts'
import { blocksOf, fenceOf, type Html, html, lineOf, nothing } from './html.ts'
import type { Place } from './place.ts'

/** The examples of a body in the text. `isTwin`: wide windows show the first one next to the text. */
function examples({ contentType, examples }: ApiContent, isTwin: boolean): Html {
  return html`${examples.map((example, at) => {
    const { info, text } = exampleFence(example, contentType)
    const block = html`${blocksOf(blocks(example.description ?? ''))}${fenceOf(info, text)}`
    return isTwin && at === 0 ? html`<div class="twin">${block}</div>` : block
  })}`
}

const form = (place: Place, { name, type, description, fields }: ApiForm, above: At) => ({
  label: html`<bdi>${name}</bdi>`,
  content: html`${type && html`<p class="quiet">${place.type(type)}</p>`}${blocksOf(blocks(description ?? ''))}${fieldList(place, fields, above.inForm(name).of(type), 0, place.schemaIn(type))}`,
})

/** A body in one content type: its type and notes, its fields, its alternatives, its examples. `label` is its content type, if shown. */
function contentOf(place: Place, content: ApiContent, above: At, isTwin: boolean, label: string): Html {
  const names = [label && html`${label}`, content.type && place.type(content.type)].filter((name) => typeof name === 'object')
  const notes = [
    ...names.map((name) => html`<bdi>${name}</bdi>`),
    ...(content.notes ?? []).map((note) => lineOf(noteLine(note, place.language))),
  ]
  const forms = (content.forms ?? []).map((one) => form(place, one, above))
  return html`${notes.length > 0 && html`<div class="quiet">${notes.map((note) => html`<span>${note}</span>`)}</div>`}
${blocksOf(blocks(content.description ?? ''))}${fieldList(place, content.fields, above.of(content.type), 0, place.schemaIn(content.type))}
${forms.length > 0 ? choiceOf(place, place.t.alternatives, forms) : nothing}${examples(content, isTwin)}`
}

/** Bodies, one of them shown if there are several content types. The heading of a request body names its only content type. */
export function contentsOf(place: Place, contents: ApiContent[], above: At, isTwin = false): Html {
  const [only] = contents.length === 1 && above.anchor !== 'body' ? contents : []
  const choices = contents.map((content, at) => ({
    label: html`${content.contentType || content.examples[0]?.name || `${at + 1}`}`,
    content: contentOf(
      place,
      content,
      contents.length > 1 ? above.inType(content.contentType) : above,
      isTwin && at === 0,
      only?.contentType ?? '',
    ),
  }))
  return choiceOf(place, place.t.contentTypes, choices)
}
