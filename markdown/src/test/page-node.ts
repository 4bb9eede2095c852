import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import type { PageNode } from '../reading-text/index.ts'

type Node = DefaultTreeAdapterMap['node']

/** HTML as a browser reads it. */
export function documentOf(html: string): PageNode {
  return nodeOf(parseFragment(html))
}

function nodeOf(node: Node): PageNode {
  const type = node.nodeName === '#text' ? 3 : 'tagName' in node ? 1 : 8
  return Object.assign(
    {
      nodeType: type,
      nodeName: node.nodeName,
      nodeValue: 'value' in node ? node.value : null,
      childNodes: 'childNodes' in node ? node.childNodes.map(nodeOf) : [],
    },
    { getAttribute: (name: string) => ('attrs' in node ? (node.attrs.find((one) => one.name === name)?.value ?? null) : null) },
  )
}
