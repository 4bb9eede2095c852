/** One top-level block as it was rendered, before anything was drawn into it. */
export interface Block {
  /** Source line it begins at, from 0. */
  line: number
  html: string
}

const LINE = /\sdata-line="\d+"/

function parse(html: string) {
  const template = document.createElement('template')
  template.innerHTML = html
  // Text that stands between blocks is one, too.
  for (const node of [...template.content.childNodes])
    if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) {
      const block = document.createElement('div')
      node.replaceWith(block)
      block.append(node)
    }
  let line = 0
  return [...template.content.children].map((element) => {
    // Blocks without a line of their own (footnotes) hang on the block before; lines never go back.
    line = Math.max(line, Number((element as HTMLElement).dataset['line'] ?? line))
    return { line, element, html: element.outerHTML.replace(LINE, '') }
  })
}

/**
 * Shows new HTML by touching only the blocks that changed: what stands before and after the place someone types at keeps its
 * pictures, drawn diagrams and heights. `shown` is what the last call answered; blocks are found by their place among the
 * children, because drawing a diagram puts another element there.
 */
export function patch(root: HTMLElement, shown: Block[], html: string): { blocks: Block[]; fresh: Element[] } {
  const next = parse(html)
  const old = shown.length === root.children.length ? shown : []
  if (!old.length) root.replaceChildren()
  let head = 0
  while (head < old.length && head < next.length && old[head]?.html === next[head]?.html) head++
  let tail = 0
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail)?.html === next.at(-1 - tail)?.html) tail++
  const after = root.children[old.length - tail] ?? null
  for (const gone of [...root.children].slice(head, old.length - tail)) gone.remove()
  const fresh = next.slice(head, next.length - tail).map((block) => block.element)
  for (const element of fresh) root.insertBefore(element, after)
  return { blocks: next.map(({ line, html }) => ({ line, html })), fresh }
}
