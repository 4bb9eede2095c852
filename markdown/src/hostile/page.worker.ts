import { parentPort } from 'node:worker_threads'
import { plainText, render, rewriteLinks } from '../index.ts'
import { hostilePages, longPages } from './pages.ts'

/** One page to show. */
export interface PageRequest {
  name: string
  length: number
}

/** What it took. */
export interface PageCost {
  characters: number
  nodes: number
  /** Elements in elements. */
  depth: number
  /** It was shown as it was written. */
  plain: boolean
  /** Of the processor, for showing it; and for the rest that is made of a text. */
  milliseconds: number
  others: number
  /** Words that search would find. */
  words: number
}

const tag = /<(\/?)([a-z][a-z0-9]*)[^<>]*?(\/?)>/g

function measured(html: string) {
  let [nodes, depth, deepest] = [0, 0, 0]
  for (const [, closing, , alone] of html.matchAll(tag)) {
    nodes++
    if (closing) depth--
    else if (!alone) deepest = Math.max(deepest, ++depth)
  }
  return { characters: html.length, nodes, depth: deepest }
}

const used = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

// What is loaded for the first page that needs it is not the next page's fault.
await render('$a$\n\n```js\na\n```\n\n```http\na\n```')

parentPort?.on('message', async ({ name, length }: PageRequest) => {
  const text = (hostilePages[name] ?? longPages[name])?.(length) ?? ''
  const start = used()
  const { html, plain = false } = await render(text)
  const shown = used()
  const words = plainText(text).length
  rewriteLinks(text, () => undefined)
  const took: PageCost = { ...measured(html), plain, words, milliseconds: shown - start, others: used() - shown }
  parentPort?.postMessage(took)
})
parentPort?.postMessage('ready')
