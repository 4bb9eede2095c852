/** The callouts of this product. A generator's other kinds become one of them, and their name becomes the title. */
const CALLOUTS = new Set(['info', 'note', 'important', 'tip', 'hint', 'success', 'warning', 'caution', 'danger'])
const KINDS = new Map([
  ...['check', 'done'].map((name) => [name, 'success'] as const),
  ...['failure', 'fail', 'missing', 'error', 'bug'].map((name) => [name, 'danger'] as const),
  ['attention', 'caution'],
])
export const CLOSE = ':::'

export function calloutOf(name: string, title: string | undefined): string {
  const kind = name.toLowerCase()
  const shown = title ?? (CALLOUTS.has(kind) ? '' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`)
  return `::: ${CALLOUTS.has(kind) ? kind : (KINDS.get(kind) ?? 'info')} ${shown}`.trimEnd()
}

export const detailsOf = (title = '') => `::: details ${title.trim()}`.trimEnd()

/** `{% hint style="info" %}` and `{{< note title="x" >}}`, with the name and the rest. */
export const TAG = /^(?:\{%|\{\{[<%])[ \t]*(\/?[a-z][\w-]*)(?![\w-])([^{}]*)(?:%\}|[%>]\}\})$/i
const HUGO = new Set([...CALLOUTS, 'notice', 'alert', 'callout', 'admonition', 'details', 'expand'])
/** Tags of GitBook and of Hugo that only surround their content. */
const SURROUNDING = /^(?:\{%[ \t]*(?:end)?(?:tabs?|code|content-ref|embed)|\{\{[<%][ \t]*\/?(?:tabs?|columns|steps))(?![\w-])/i
/** A component of MDX on a line of its own, with a slash if it is its end. */
const COMPONENT = /^<(\/?)([A-Z]\w*)([^<>]*)>$/
const PLAIN_COMPONENTS = new Set(['Tabs', 'TabItem', 'Tab', 'Steps', 'Step', 'CodeGroup', 'CardGroup', 'AccordionGroup', 'Columns'])
const FOLDED_COMPONENTS = new Set(['Accordion', 'Details', 'Expandable'])
const CALLOUT_COMPONENTS = new Set(['Admonition', 'Aside', 'Callout', 'Caution', 'Check', 'Danger', 'Info', 'Note', 'Tip', 'Warning'])

function valueIn(attributes: string, ...names: string[]): string | undefined {
  for (const name of names) {
    const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(attributes)
    if (found) return found[1] ?? found[2] ?? found[3]
  }
  return undefined
}

export const tabTitle = (title: string) => [`**${title.trim()}**`, '']

/**
 * The lines for a tag of GitBook or Hugo on a line of its own; undefined keeps it as text. A callout begins only if `isClosed` says that
 * its closing tag follows.
 */
export function tagLines(text: string, isClosed: (end: string) => boolean): string[] | undefined {
  const [, tag = '', after = ''] = TAG.exec(text) ?? []
  const [name, rest] = [tag.toLowerCase(), after.trim()]
  const title = valueIn(rest, 'title', 'header', 'name') ?? /^"([^"]*)"/.exec(rest)?.[1]
  if (name === 'hint' && valueIn(rest, 'style')) return isClosed('endhint') ? [calloutOf(valueIn(rest, 'style') ?? '', '')] : undefined
  if (name === 'endhint') return [CLOSE]
  const url = name === 'embed' ? valueIn(rest, 'url') : undefined
  if (url) return [`<${url}>`]
  if (SURROUNDING.test(text)) return title ? tabTitle(title) : []
  if (!HUGO.has(name.replace('/', ''))) return undefined
  if (name.startsWith('/')) return [CLOSE]
  if (!isClosed(`/${name}`)) return undefined
  if (name === 'details' || name === 'expand') return [detailsOf(title)]
  const given = valueIn(rest, 'type', 'color', 'style', 'level') ?? /^[a-z]+(?![\w=])/i.exec(rest)?.[0]?.toLowerCase() ?? ''
  const kind = [given, name].find((one) => CALLOUTS.has(one) || KINDS.has(one))
  return [calloutOf(kind ?? 'info', title ?? '')]
}

/** The lines for a component of MDX on a line of its own; undefined keeps it. */
export function componentLines(text: string, isClosed: (end: string) => boolean): string[] | undefined {
  const [, slash, name = '', attributes = ''] = COMPONENT.exec(text) ?? []
  const isPlain = PLAIN_COMPONENTS.has(name)
  const isFolded = FOLDED_COMPONENTS.has(name)
  if ((!isPlain && !isFolded && !CALLOUT_COMPONENTS.has(name)) || attributes.endsWith('/')) return undefined
  if (slash) return isPlain ? [] : [CLOSE]
  const title = valueIn(attributes, 'title', 'label', 'summary', 'value')
  if (!isClosed(`</${name}>`)) return undefined
  if (isPlain) return title ? tabTitle(title) : []
  if (isFolded) return [detailsOf(title)]
  const given = valueIn(attributes, 'type')?.toLowerCase() ?? ''
  const kind = [given, name.toLowerCase()].find((one) => CALLOUTS.has(one) || KINDS.has(one))
  return [calloutOf(kind ?? 'info', title ?? '')]
}
