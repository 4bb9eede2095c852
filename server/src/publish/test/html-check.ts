import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
export type HtmlElement = DefaultTreeAdapterTypes.Element

/** Elements without content, which have no end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements that contain no link and no button. */
const INTERACTIVE = new Set(['a', 'button'])
const isElement = (node: Node): node is HtmlElement => 'tagName' in node
const attribute = (element: HtmlElement, name: string) => element.attrs.find((one) => one.name === name)?.value

function* elementsIn(node: Node): Generator<HtmlElement> {
  if (isElement(node)) yield node
  const children =
    isElement(node) && node.tagName === 'template' && 'content' in node
      ? [node.content as Node]
      : 'childNodes' in node
        ? node.childNodes
        : []
  for (const child of children) yield* elementsIn(child)
}

/** An HTML document, and what is wrong with it; no problems if nothing is. */
export function checkHtml(html: string): { elements: HtmlElement[]; problems: string[] } {
  const problems: string[] = []
  const where = (offset: number) => html.slice(Math.max(0, offset - 40), offset + 60).replaceAll('\n', '⏎')
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startOffset }) => void problems.push(`${code}: ${where(startOffset)}`),
  })
  const elements = [...elementsIn(document)]
  const ids = new Set<string>()
  for (const element of elements) {
    const { tagName, sourceCodeLocation: place, parentNode } = element
    const say = (what: string) => problems.push(`${what} <${tagName}>: ${where(place?.startOffset ?? 0)}`)
    // The parser adds what is missing without an error where HTML allows it; the server writes every tag.
    if (!place?.startTag) say('added')
    else if (!VOID.has(tagName) && !place.endTag && !html.slice(0, place.startTag.endOffset).endsWith('/>')) say('not closed')
    if (tagName === 'img' && attribute(element, 'alt') === undefined) say('without alt')
    for (let above = parentNode; INTERACTIVE.has(tagName) && above && isElement(above); above = above.parentNode)
      if (INTERACTIVE.has(above.tagName)) say(`in <${above.tagName}>`)
    const id = attribute(element, 'id')
    if (id !== undefined && (id === '' || /\s/.test(id) || ids.has(id))) say(`id "${id}" again`)
    if (id !== undefined) ids.add(id)
  }
  const count = (name: string) => elements.filter(({ tagName }) => tagName === name).length
  for (const name of ['html', 'head', 'title', 'body']) if (count(name) !== 1) problems.push(`${count(name)} <${name}>`)
  return { elements, problems }
}

/** The values of an attribute of these elements, in their order. */
export const valuesOf = (elements: HtmlElement[], tagName: string, name: string): string[] =>
  elements.flatMap((element) => (element.tagName === tagName ? (attribute(element, name) ?? []) : []))

/** What head elements say, by their name: `<meta name|property content>` and `<link rel href>`. */
export function headOf(elements: HtmlElement[]): Map<string, string[]> {
  const head = new Map<string, string[]>()
  const add = (name: string | undefined, value: string | undefined) => {
    if (name !== undefined && value !== undefined) head.set(name, [...(head.get(name) ?? []), value])
  }
  for (const element of elements) {
    if (element.tagName === 'meta') add(attribute(element, 'name') ?? attribute(element, 'property'), attribute(element, 'content'))
    if (element.tagName === 'link')
      add([attribute(element, 'rel'), attribute(element, 'type')].filter(Boolean).join(' '), attribute(element, 'href'))
  }
  return head
}

/** The texts of the data blocks of this type. */
export const dataBlocks = (elements: HtmlElement[], type: string): string[] =>
  elements
    .filter((element) => element.tagName === 'script' && attribute(element, 'type') === type)
    .map(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')).join(''))
