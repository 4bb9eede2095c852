import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterMap['childNode']

const forbidden =
  /^(script|style|iframe|object|embed|form|meta|base|link|noscript|textarea|template|svg-|foreignobject|annotation-xml|mglyph|malignmark|use|animate|set|frame|title|xmp)$/
const handlers = /^on|^srcdoc$|^formaction$|^name$|^srcset$|^xlink|^data-own$/i
const addresses = /^(href|src|poster|action|data|background|cite|longdesc|usemap)$/i

/** Everything active in rendered HTML, as an HTML parser reads it: elements, handlers, addresses and styles. */
export function dangers(html: string): string[] {
  const found: string[] = []
  const open: Node[] = [...parseFragment(html).childNodes]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === '#comment') found.push('a comment')
    if (!('tagName' in node)) continue
    if (forbidden.test(node.tagName)) found.push(node.tagName)
    for (const { name, value } of node.attrs) if (isDangerous(name, value)) found.push(`${node.tagName} ${name}=${value}`)
    open.push(...node.childNodes)
  }
  return found
}

function isDangerous(name: string, value: string) {
  if (handlers.test(name)) return true
  if (name === 'style') return /url|expression|fixed|absolute|import|@/i.test(value)
  if (!addresses.test(name)) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them in a scheme
  const url = value.replace(/[\u0000-\u0020]/g, '').toLowerCase()
  return /^(javascript|vbscript|data|file|blob):/.test(url) && !/^data:image\/(png|jpe?g|gif|webp);/.test(url)
}

/** Whether the HTML is regular: `<` occurs only at complete tags and never in attributes, so that all parsers read it the same. */
export const isRegular = (html: string) => !html.replace(/<\/?([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*) ?\/?>/g, '').includes('<')
