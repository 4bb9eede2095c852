/*
 * Browsers translate a page by putting an element of their own, <font>, in the place of each text node. React keeps the replaced node:
 * it changes it without effect, and fails when it removes it or inserts something before it.
 */
const TRANSLATED = 'FONT'

/** The elements of the translation, by the text nodes that they replaced. */
const translations = new WeakMap<Node, Element>()
const known = new WeakSet<Node>()

const isNewTranslation = (node: Node | null | undefined): node is Element => node?.nodeName === TRANSLATED && !known.has(node)

function learn(record: MutationRecord, changes: MutationObserver) {
  for (const text of record.removedNodes) {
    if (!(text instanceof Text) || text.parentNode) continue
    const element = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isNewTranslation)
    if (!element) continue
    known.add(element)
    translations.set(text, element)
    changes.observe(text, { characterData: true })
  }
}

/** What is in `parent` for this child of it: the child or its translation. Undefined if neither is. */
function presentIn(parent: Node, child: Node): Node | undefined {
  return [child, translations.get(child)].find((node) => node?.parentNode === parent)
}

/** The screen stays usable and true in a page that the browser translates. To be called before the first render. */
export function followTranslation() {
  const changes = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'childList') learn(record, changes)
      // The browser translates the new text again.
      else translations.get(record.target)?.replaceChildren(record.target.nodeValue ?? '')
    }
  })
  changes.observe(document.body, { childList: true, subtree: true })

  const { appendChild, insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const present = presentIn(this, child)
    // A text whose translation is gone too has nothing left to remove.
    if (present || !translations.has(child)) removeChild.call(this, present ?? child)
    return child
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    translations.get(child)?.remove()
    return appendChild.call(this, child) as T
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, next: Node | null): T {
    translations.get(child)?.remove()
    const present = next && translations.has(next) ? (presentIn(this, next) ?? null) : next
    return insertBefore.call(this, child, present) as T
  }
}
