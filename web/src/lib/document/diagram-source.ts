/** The source of each diagram element that is drawn: its drawing has replaced it in the document. */
const sources = new WeakMap<object, string>()

export const diagramSource = (element: object): string | undefined => sources.get(element)

/** The source of a diagram, from the element before its drawing replaces it. */
export function keepDiagramSource(element: HTMLElement): string {
  const source = sources.get(element) ?? element.textContent ?? ''
  sources.set(element, source)
  return source
}
