import { serverAddress } from '@sheaf/description/server-address'
import type { ServerCard } from '@sheaf/description/server-card'
import { samplesAt } from '@sheaf/description/server-samples'
import { siteOf } from '@sheaf/markdown/address-site'
import { followServers, placeOfChoice, readServer, writeServer } from '../../session/server-choice.ts'

type Field = HTMLInputElement | HTMLSelectElement

/** Replaces the part of a highlighted text that differs, so that the colours of everything else stay. */
export function replaceText(element: HTMLElement, text: string) {
  const before = element.textContent ?? ''
  const shorter = Math.min(before.length, text.length)
  let from = 0
  while (from < shorter && before[from] === text[from]) from++
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === text.at(-1 - same)) same++
  const to = before.length - same
  let added: string | undefined = text.slice(from, text.length - same)
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let at = 0
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { data } = node
    const [first, last] = [from, to].map((offset) => Math.min(data.length, Math.max(0, offset - at))) as [number, number]
    at += data.length
    const takes = added !== undefined && (from < at || (from === at && from === to))
    if (takes || first < last) node.data = data.slice(0, first) + (takes ? added : '') + data.slice(last)
    if (takes) added = undefined
  }
  if (added) element.append(added)
}

/** The endpoint of one call, with the code samples that follow it. */
class Card {
  readonly source: string
  private readonly given: ServerCard
  private readonly select: HTMLSelectElement | null
  private readonly url: HTMLElement | null
  private readonly box: HTMLElement | null
  private readonly codes: { element: HTMLElement; html: string }[]
  private readonly groups: HTMLElement[]
  private readonly scope: string

  constructor(element: HTMLElement, scope: string) {
    this.scope = scope
    this.given = JSON.parse(element.dataset['servers'] ?? '') as ServerCard
    this.source = element.dataset['source'] ?? ''
    this.select = element.querySelector<HTMLSelectElement>('select[data-pick]')
    this.url = element.querySelector<HTMLElement>('.url')
    this.groups = [...element.querySelectorAll<HTMLElement>('.server-fields')]
    this.box = element.closest('.call')?.querySelector<HTMLElement>('input[name^="sample"]')?.closest<HTMLElement>('.samples') ?? null
    const codes = [...(this.box?.querySelectorAll<HTMLElement>('pre > code') ?? [])]
    this.codes = codes.map((code) => ({ element: code, html: code.innerHTML }))
  }

  private get server() {
    return this.given.servers[Number(this.select?.value ?? 0)] ?? this.given.servers[0]!
  }

  private fieldsOf(at: number): Field[] {
    const group = this.groups.find((one) => one.dataset['server'] === String(at))
    return [...(group?.querySelectorAll<Field>('input, select') ?? [])]
  }

  private get chosenAt() {
    return this.given.servers.indexOf(this.server)
  }

  /** What the fields of the chosen server hold. */
  private get values(): Record<string, string> {
    return Object.fromEntries(this.fieldsOf(this.chosenAt).map(({ dataset, value }) => [dataset['name'], value]))
  }

  /** Whether a reader has changed something, which is possible before this script is there. */
  isChanged(): boolean {
    const fields = [...(this.select ? [this.select] : []), ...this.fieldsOf(this.chosenAt)]
    return fields.some((field) =>
      field instanceof HTMLSelectElement ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue,
    )
  }

  /** Shows the choice that this browser keeps, in the select and the fields. */
  load() {
    const kept = readServer(this.scope, this.source)
    if (this.select) this.select.value = String(placeOfChoice(this.given.servers, kept))
    this.fill(kept?.values ?? {})
    this.show()
  }

  /** Keeps what has changed. A server that was picked gets the values that were typed for others. */
  change(isPick: boolean) {
    if (isPick) this.fill({ ...readServer(this.scope, this.source)?.values, ...this.typed })
    this.keep()
    this.show()
  }

  /** Whether the event is that of the choice between servers. */
  isPick = ({ target }: Event) => target === this.select

  private fill(values: Record<string, string>) {
    for (const [at, { variables }] of this.given.servers.entries())
      for (const field of this.fieldsOf(at)) {
        const name = field.dataset['name'] ?? ''
        const preset = variables.find((one) => one.name === name)?.preset ?? ''
        const value = Object.hasOwn(values, name) ? (values[name] ?? '') : preset
        field.value = value
        // An enumeration no longer has the value.
        if (field.value !== value) field.value = preset
      }
  }

  /** The values of the chosen server that are not its defaults. */
  private get typed(): Record<string, string> {
    const { server, values } = this
    const changed = server.variables.filter(({ name, preset }) => (values[name] ?? preset).trim() !== preset)
    return Object.fromEntries(changed.map(({ name }) => [name, values[name] ?? '']))
  }

  /** Stores the values of the fields; the first server with its defaults needs no note. */
  private keep() {
    const { server, values } = this
    const others = Object.entries(readServer(this.scope, this.source)?.values ?? {}).filter(([name]) => !Object.hasOwn(values, name))
    const typed = { ...Object.fromEntries(others), ...this.typed }
    const isFirst = server === this.given.servers[0] && Object.keys(typed).length === 0
    const choice = { server: server.env_id ?? server.url, values: typed, address: serverAddress(server, values) }
    writeServer(this.scope, this.source, isFirst ? undefined : choice, this)
  }

  /** Writes the address and the samples for the chosen server. */
  show() {
    const at = String(this.chosenAt)
    for (const group of this.groups) group.hidden = group.dataset['server'] !== at
    const address = serverAddress(this.server, this.values) + this.given.route
    const line = address.replace(/[\s\0]+/g, ' ').trim()
    if (this.url && this.url.textContent !== line) this.writeAddress(this.url, line)
    if (!this.box) return
    const samples = this.given.request ? samplesAt(this.given.request, address) : []
    // A sample that names another server than the endpoint would be wrong.
    this.box.hidden = samples.length !== this.codes.length
    if (this.box.hidden) return
    for (const [index, { element, html }] of this.codes.entries()) {
      const text = samples[index]?.text ?? ''
      if (element.textContent === text) continue
      element.innerHTML = html
      replaceText(element, text)
    }
  }

  private writeAddress(url: HTMLElement, line: string) {
    const site = siteOf(line)
    const muted = document.createElement('i')
    muted.textContent = site
    url.replaceChildren(...(site ? [muted] : []), line.slice(site.length))
  }
}

/** Lets readers choose the server of the calls of a page. `scope` is the item, in which names of sources are unique. */
export function enableServers(elements: HTMLElement[], scope: string, signal: AbortSignal) {
  const cards = elements.map((element) => ({ element, card: new Card(element, scope) }))
  for (const { element, card } of cards) {
    if (card.isChanged()) card.change(false)
    else card.load()
    element.addEventListener('input', (event) => card.change(card.isPick(event)), { signal })
  }
  // The card that was changed shows more than what is kept: values with the name of a secret.
  const stop = followServers((where, source, by) => {
    for (const { card } of cards) if (where === scope && card.source === source && card !== by) card.load()
  })
  signal.addEventListener('abort', stop)
}
