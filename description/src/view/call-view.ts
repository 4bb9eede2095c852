import { codes } from '@sheaf/contract/languages'
import type { ApiCall, ApiField, ApiSection, ApiServer } from '../call/call.ts'
import { blocks } from '../call/markdown.ts'
import { oneLine } from '../call/page.ts'
import { wordsOf } from '../openapi/words.ts'
import { samplesOf } from '../samples/samples.ts'
import { answers, codeTabs, exampleTabs } from './answers.ts'
import { At } from './at.ts'
import { contentsOf } from './content.ts'
import { fieldList, openAll } from './fields.ts'
import { blocksOf, fenceOf, type Html, headingOf, html, nothing } from './html.ts'
import type { Place } from './place.ts'
import { atFirst, serverCard, serversToChoose } from './server/card.ts'

function heading(place: Place, anchor: string, text: string, more: Html = nothing): Html {
  return headingOf({ id: place.anchor(anchor), text, level: 2 }, place.t.anchor, more)
}

const parameters = (place: Place, anchor: string, text: string, fields: ApiField[] = []): Html =>
  fields.length > 0 ? html`${heading(place, anchor, text)}${fieldList(place, fields, new At(anchor, anchor))}` : nothing

/** The endpoint; a deprecated call is described as such in words. */
function endpoint(place: Place, call: ApiCall, servers: ApiServer[] | undefined): Html {
  const address = oneLine(`${call.method} ${call.url}`)
  const note = call.deprecated ? html`<p class="ended">${place.t.deprecatedCall}</p>` : nothing
  if (servers) return html`${serverCard(place, call, servers)}${note}`
  return html`${address && fenceOf(call.state ? `endpoint ${call.state}` : 'endpoint', address)}${note}`
}

/** Code samples, and in wide windows the examples of the answers. */
function side(place: Place, call: ApiCall): Html {
  const samples = samplesOf(call)
  const examples = exampleTabs(place, call)
  if (samples.length === 0 && examples.length === 0) return nothing
  const name = place.number === 1 ? 'sample' : `sample-${place.number}`
  return html`<section class="call-side"><div>${samples.length > 0 && codeTabs(name, place.t.samples, samples)}${examples}</div></section>`
}

function requestBody(place: Place, { bodyDescription = '', bodies = [] }: ApiCall): Html {
  if (!bodyDescription.trim() && bodies.length === 0) return nothing
  const [only] = bodies
  const type = bodies.length === 1 && only?.contentType ? html` <small>${only.contentType}</small>` : nothing
  const at = new At('body', 'body')
  const content = html`${blocksOf(blocks(bodyDescription))}${place.spot(at)}${contentsOf(place, bodies, at)}`
  return html`${heading(place, 'body', place.t.body, html`${type}${openAll(place, content)}`)}${content}`
}

const written = ['servers', 'callbacks', 'more'] as const

/**
 * The title of a section. One that the reader of the description wrote in the language of its source is in that of the screen; so is one of
 * an author with the same words.
 */
function titleOf({ language, t }: Place, title: string): string {
  const key = written.find((one) => codes.some((code) => wordsOf(code)[one] === title))
  return key ? wordsOf(language)[key] : title || t.schemaFields
}

function sectionOf(place: Place, { title, markdown, contents = [] }: ApiSection, anchor: string): Html {
  // The fields of a named schema have no title of their own.
  const at = new At(anchor, anchor === 'fields' ? anchor : undefined)
  return html`${heading(place, anchor, titleOf(place, title))}${blocksOf(markdown, true)}${contentsOf(place, contents, at)}`
}

/** A call as a page: what it does, its endpoint, request, answers and further sections. */
export function callView(place: Place, described: ApiCall): Html {
  const { t } = place
  const servers = serversToChoose(described, place.environments)
  const call = atFirst(described, servers)
  const { auth = [], sections = [] } = call
  const spot = place.spot(new At('description', 'description'))
  const description = blocksOf(blocks(call.description ?? ''), true)
  const schemes = auth.length === 1 ? auth[0]! : auth.map((line) => `- ${line}`).join('\n')
  return html`<div class="call">
${description}${description.length > 0 && spot}
${endpoint(place, call, servers)}${description.length === 0 && spot}
${side(place, call)}
${auth.length > 0 && html`${heading(place, 'authorization', t.auth)}${blocksOf(schemes)}`}
${parameters(place, 'path', t.path, call.path)}
${parameters(place, 'query', t.query, call.query)}
${parameters(place, 'header', t.headers, call.headers)}
${parameters(place, 'cookie', t.cookies, call.cookies)}
${requestBody(place, call)}
${answers(place, call)}
${sections.map((section, at) => sectionOf(place, section, section.anchor ?? `section-${at + 1}`))}
</div>`
}
