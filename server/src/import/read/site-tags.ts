/** The callouts of this product. A generator's other kinds become one of them, and their name becomes the title. */
const CALLOUTS = new Set(['info', 'note', 'important', 'tip', 'hint', 'success', 'warning', 'caution', 'danger'])
const KINDS = new Map([
  ...['check', 'done'].map((name) => [name, 'success'] as const),
  ...['failure', 'fail', 'missing', 'error', 'bug'].map((name) => [name, 'danger'] as const),
  ['attention', 'caution'],
])
export const CLOSE = ':::'

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`

/** The first line of a callout; without a title, a kind that this product does not have is its title. */
export function calloutOf(name: string, title: string | undefined): string {
  const kind = name.toLowerCase()
  return `::: ${CALLOUTS.has(kind) ? kind : (KINDS.get(kind) ?? 'info')} ${title ?? (CALLOUTS.has(kind) ? '' : capital(kind))}`.trimEnd()
}

/** The first line of a folded block. */
export const detailsOf = (title = '', name = '') => `::: details ${title.trim() || capital(name)}`.trimEnd()

/** The name of a tab or a step, as a paragraph. */
export const tabTitle = (title: string) => (title.trim() ? [`**${title.trim()}**`, ''] : [])

/** What a line becomes. `end` is the end that its block must have, '' for a line without a block; `close` is what the end becomes. */
export interface Form {
  own: string[]
  end: string
  close: string[]
}

/** The value of the first of these attributes that is given as a text. */
function valueIn(attributes: string, ...names: string[]): string | undefined {
  for (const name of names) {
    const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'{}]+))`, 'i').exec(attributes)
    if (found) return found[1] ?? found[2] ?? found[3]
  }
  return undefined
}

const kindIn = (...names: (string | undefined)[]) =>
  names.map((name) => name?.toLowerCase()).find((name) => name && (CALLOUTS.has(name) || KINDS.has(name))) ?? 'info'

/** `{% hint style="info" %}` and `{{< note title="x" >}}`, with the name and the rest. */
const TAG = /^(\{%|\{\{[<%])[ \t]*(\/?[a-z][\w-]*)(?![\w-])([^{}]*)(?:%\}|[%>]\}\})$/i
const HUGO = new Set([...CALLOUTS, 'notice', 'alert', 'callout', 'admonition'])
const HUGO_PLAIN = new Set(['tabs', 'tab', 'columns', 'steps'])
const GITBOOK_PLAIN = new Set(['tabs', 'tab', 'code', 'stepper', 'step', 'columns', 'column', 'content-ref'])

/** The end that this line is, of a tag of GitBook or Hugo. */
export function tagEnd(text: string): string | undefined {
  const [, mark, tag = ''] = TAG.exec(text) ?? []
  const name = tag.toLowerCase()
  if (mark === '{%') return name.startsWith('end') ? `{%${name.slice(3)}` : undefined
  return name.startsWith('/') ? `{{${name.slice(1)}` : undefined
}

/** A tag of GitBook or Hugo on a line of its own. */
export function tagForm(text: string): Form | undefined {
  const [, mark, tag = '', after = ''] = TAG.exec(text) ?? []
  const [name, rest] = [tag.toLowerCase(), after.trim()]
  const title = valueIn(rest, 'title', 'header', 'name') ?? /(?:^|\s)"([^"]*)"/.exec(rest)?.[1]
  if (mark === '{%') {
    const url = name === 'embed' ? valueIn(rest, 'url') : name === 'file' ? valueIn(rest, 'src') : undefined
    if (url) return { own: [`<${url}>`], end: '', close: [] }
    if (name === 'hint') return { own: [calloutOf(valueIn(rest, 'style') ?? 'info', '')], end: '{%hint', close: [CLOSE] }
    return GITBOOK_PLAIN.has(name) ? { own: tabTitle(title ?? ''), end: `{%${name}`, close: [] } : undefined
  }
  if (mark === undefined) return undefined
  if (HUGO_PLAIN.has(name)) return { own: tabTitle(title ?? ''), end: `{{${name}`, close: [] }
  if (name === 'details' || name === 'expand') return { own: [detailsOf(title)], end: `{{${name}`, close: [CLOSE] }
  if (!HUGO.has(name)) return undefined
  const given = valueIn(rest, 'type', 'color', 'style', 'level') ?? /^[a-z]+(?![\w=])/i.exec(rest)?.[0]
  return { own: [calloutOf(kindIn(given, name), title ?? '')], end: `{{${name}`, close: [CLOSE] }
}

/** A component of MDX on lines of its own. */
const COMPONENT = /^<([A-Z]\w*)(?!\w)([^<>]*)>$/
const PLAIN = new Set(['Tabs', 'TabItem', 'Tab', 'Steps', 'Step', 'CodeGroup', 'CardGroup', 'AccordionGroup', 'Columns'])
const FOLDED = new Set(['Accordion', 'Details', 'Expandable'])
const CALLOUT = new Set(['Admonition', 'Aside', 'Callout', 'Caution', 'Check', 'Danger', 'Info', 'Note', 'Tip', 'Warning'])
const isKnown = (name = '') => PLAIN.has(name) || FOLDED.has(name) || CALLOUT.has(name)

export const componentEnd = (text: string) => /^<\/(?:[A-Z]\w*|aside)>$/.exec(text)?.[0]

/** Whether a known component begins here and its attributes go on in the next line. */
export const isComponentStart = (text: string) => !text.includes('>') && isKnown(/^<([A-Z]\w*)(?=\s|$)/.exec(text)?.[1])

export function componentForm(text: string): Form | undefined {
  // Notion exports its callouts so, and Slate has its notices so.
  const [aside, named = ''] = /^<aside((?:\s[^<>]*)?)>$/.exec(text) ?? []
  if (aside) return { own: [calloutOf(kindIn(valueIn(named, 'class'), 'note'), '')], end: '</aside>', close: [CLOSE] }
  const [, name = '', attributes = ''] = COMPONENT.exec(text) ?? []
  if (!isKnown(name) || attributes.endsWith('/')) return undefined
  const title = valueIn(attributes, 'title', 'label', 'summary', 'value') ?? ''
  const end = `</${name}>`
  if (PLAIN.has(name)) return { own: tabTitle(title), end, close: [] }
  if (FOLDED.has(name)) return { own: [detailsOf(title)], end, close: [CLOSE] }
  return { own: [calloutOf(kindIn(valueIn(attributes, 'type'), name), title)], end, close: [CLOSE] }
}
