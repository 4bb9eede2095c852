import { parentPort } from 'node:worker_threads'
import { plainText, render, rewriteLinks } from '../index.ts'
import { hostilePages, longPages } from './pages.ts'

/** A page to render. */
export interface PageRequest {
  name: string
  length: number
}

/** Result and cost of rendering. */
export interface PageCost {
  characters: number
  nodes: number
  /** Maximum nesting depth of elements. */
  depth: number
  /** The page was rendered as its source text. */
  plain: boolean
  /** CPU time of rendering; `others` is the CPU time of plainText and rewriteLinks. */
  milliseconds: number
  others: number
  /** Characters of the search text. */
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

const cpuMilliseconds = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

// Loads the lazy modules first, so that no measured page includes their loading time.
await render('$a$\n\n```js\na\n```\n\n```http\na\n```')

parentPort?.on('message', async ({ name, length }: PageRequest) => {
  const text = (hostilePages[name] ?? longPages[name])?.(length) ?? ''
  const start = cpuMilliseconds()
  const { html, plain = false } = await render(text)
  const rendered = cpuMilliseconds()
  const words = plainText(text).length
  rewriteLinks(text, () => undefined)
  const cost: PageCost = { ...measured(html), plain, words, milliseconds: rendered - start, others: cpuMilliseconds() - rendered }
  parentPort?.postMessage(cost)
})
parentPort?.postMessage('ready')
