import { oneLine } from '@sheaf/contract/limits'
import { siteOf } from '@sheaf/markdown/address-site'
import type { ApiCall, ApiServer } from '../../call/call.ts'
import { oneLine as addressLine } from '../../call/page.ts'
import { partsOf } from '../../samples/request-of.ts'
import { serverAddress } from '../../samples/server.ts'
import type { RequestParts } from '../../samples/types.ts'
import { type Html, html, nothing } from '../html.ts'
import type { Place } from '../place.ts'

/** What the browser needs to show a call at another server. */
export interface ServerCard {
  servers: ApiServer[]
  route: string
  /** Null if samples cannot show the request. */
  request: RequestParts | null
}

const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del', PATCH: 'patch' }
const TITLE_CHARS_MAX = 80

/**
 * The servers that a reader of a call can choose from; undefined if there is no choice. Several environments of the item take the place
 * of the servers of the API, but not of those that the call has of its own.
 */
export function serversToChoose(call: ApiCall, environments: readonly ApiServer[]): ApiServer[] | undefined {
  const { route, servers = [] } = call
  if (!route || !call.url.endsWith(route)) return undefined
  if (environments.length > 1 && !call.hasOwnServers) return [...environments]
  return servers.length > 0 ? servers : undefined
}

/** The call at the first server. */
export const atFirst = (call: ApiCall, servers: ApiServer[] | undefined): ApiCall =>
  servers?.[0] ? { ...call, url: serverAddress(servers[0]) + call.route } : call

type Variable = ApiServer['variables'][number]

const optionOf = (value: string, text: string, isChosen: boolean) =>
  isChosen ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`

const arrow = html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 9 6 6 6-6"/></svg>`

const selectOf = (attribute: Html, label: string, options: Html[]) =>
  html`<span class="server-select"><select ${attribute} aria-label="${label}" autocomplete="off">${options}</select>${arrow}</span>`

function field({ name, preset, values, about }: Variable): Html {
  const ordered = values.includes(preset) ? values : [preset, ...values]
  const control =
    values.length > 0
      ? selectOf(
          html`data-name="${name}"`,
          name,
          ordered.map((value) => optionOf(value, value, value === preset)),
        )
      : html`<input type="text" data-name="${name}" aria-label="${name}" value="${preset}" placeholder="${preset}" maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false">`
  return html`<div class="server-field"><span title="${about}" aria-hidden="true">${name}</span>${control}</div>`
}

/** Only the fields of the chosen server are shown. */
const fieldsOf = (servers: ApiServer[]): Html =>
  html`${servers.map(({ variables }, at) => {
    if (variables.length === 0) return nothing
    const fields = html`${variables.map(field)}`
    return at === 0
      ? html`<div class="server-fields" data-server="0">${fields}</div>`
      : html`<div class="server-fields" data-server="${at}" hidden>${fields}</div>`
  })}`

/** All servers as text, for readers without scripts. */
function listOfServers({ t }: Place, servers: ApiServer[]): Html {
  const variable = ({ name, preset, values, about }: Variable) => {
    const notes = [preset && `${t.preset} ${preset}`, values.join(', '), about].filter(Boolean).join(' · ')
    return html`<li><code>${name}</code> ${notes}</li>`
  }
  return html`<div class="server-list"><p>${servers[0]?.env_id === undefined ? t.servers : t.environments}</p><ul>${servers.map(
    ({ url, title, variables }) =>
      html`<li><code>${url}</code> ${title}${variables.length > 0 && html`<ul>${variables.map(variable)}</ul>`}</li>`,
  )}</ul></div>`
}

const titleOf = ({ title, url }: ApiServer) => oneLine(title || siteOf(`${url}/`) || url, TITLE_CHARS_MAX)

/** The endpoint of a call with a choice of its server, and with fields for the variables of the chosen one. */
export function serverCard(place: Place, call: ApiCall, servers: ApiServer[]): Html {
  const { t } = place
  const method = oneLine(call.method, TITLE_CHARS_MAX)
  const address = addressLine(call.url)
  const site = siteOf(address)
  const card: ServerCard = { servers, route: call.route ?? '', request: partsOf(call) ?? null }
  const label = servers[0]?.env_id === undefined ? t.server : t.environment
  const options = servers.map((server, at) => optionOf(String(at), titleOf(server), at === 0))
  return html`<div class="endpoint servers" data-source="${place.source}" data-servers="${JSON.stringify(card)}"><span class="verb ${verbs[method] ?? 'other'}">${method}</span>${servers.length > 1 && selectOf(html`data-pick`, label, options)}<span class="url" tabindex="0">${site && html`<i>${site}</i>`}${address.slice(site.length)}</span><button type="button" class="ib" data-act="copy"></button>${fieldsOf(servers)}</div>
${listOfServers(place, servers)}`
}
