import { SaxesParser, type SaxesTagNS } from 'saxes'

const SPACES = /^[ \t\r\n]*$/

export interface XmlElement {
  /** The namespace and the name without its prefix. */
  uri: string
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** The text directly inside it. */
  text: string
}

/** The root element of an XML document; throws if it is not well-formed or not declared as XML 1.0 in UTF-8. */
export function parseXml(xml: string): XmlElement {
  if (!xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>')) throw new Error('no XML declaration')
  const parser = new SaxesParser({ xmlns: true })
  const document: XmlElement = { uri: '', name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    const attributes = Object.fromEntries(Object.entries(tag.attributes).map(([name, { value }]) => [name, value]))
    const element: XmlElement = { uri: tag.uri, name: tag.local, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const last = open.at(-1)
    if (last) last.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [root] = document.children
  if (!root) throw new Error('no root element')
  return root
}

/** The element and all below it, in their order. */
export const allIn = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(allIn)]

export const elementsNamed = (root: XmlElement, name: string) => allIn(root).filter((one) => one.name === name)

/** Problems of an element that contains elements only: text between them. */
export const problemsOfText = ({ name, text }: XmlElement) => (SPACES.test(text) ? [] : [`text in <${name}>`])

/** A date or a date with time and time zone, as the schema languages of XML and RFC 3339 both allow it. */
export const isDateTime = (text: string) =>
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.test(
    text,
  ) && !Number.isNaN(Date.parse(text))
export const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** An absolute address in which every character that needs it is escaped. */
export const isWebAddress = (text: string) =>
  /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) && !/%(?![\dA-Fa-f]{2})/.test(text) && URL.canParse(text)
