import type { Language } from '@sheaf/contract/errors'
import { keepDiagramSource } from '../../lib/document/diagram-source.ts'
import { whenIdle } from '../../lib/document/idle.ts'
import { isDark } from '../../lib/preferences.ts'
import { articleWords } from '../reading.words.ts'

const translators: Record<string, () => Promise<(source: string, language: Language) => string>> = {
  mermaid: async () => (source) => source,
  mindmap: async () => (await import('./mindmap.ts')).mindmapToMermaid,
  flow: async () => (await import('./flow.ts')).flowToMermaid,
  sequence: async () => (await import('./sequence.ts')).sequenceToMermaid,
}

/** The limit of Mermaid. Longer sources stay text. */
const SOURCE_CHARS_MAX = 50_000
/** The translators match a line in up to the square of its length. */
const LINE_CHARS_MAX = 2000

/** Throws when drawing the source could stop the tab of the reader. */
function mustBeBounded(kind: string, source: string) {
  if (source.length > SOURCE_CHARS_MAX) throw new Error('too long')
  if (kind !== 'mermaid' && source.split('\n').some((line) => line.length > LINE_CHARS_MAX)) throw new Error('a line is too long')
}

let count = 0

/** Whether an element was last drawn for the dark theme. */
const drawnDark = new WeakMap<HTMLElement, boolean>()

/** Whether another one of several diagrams is shown in its place. It is drawn when a reader chooses it. */
const isUnchosen = (element: HTMLElement) =>
  element.closest('.diagrams .pane')?.previousElementSibling?.querySelector<HTMLInputElement>('input')?.checked === false

/** The browser can take seconds for a longer source, so it is drawn only when a reader comes near it. */
const EAGER_CHARS_MAX = 3000
/** How far below or above the window an element counts as near. */
const NEAR_MARGIN = '1000px'

/** The elements that are near the window or have been. Calls `found` for each. */
function nearElements(elements: HTMLElement[], found: () => void, signal: AbortSignal): ReadonlySet<HTMLElement> {
  if (typeof IntersectionObserver === 'undefined') return new Set(elements)
  const near = new Set<HTMLElement>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) near.add(target as HTMLElement)
      found()
    },
    { rootMargin: `${NEAR_MARGIN} 0px` },
  )
  for (const element of elements) observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
  return near
}

const idle = () => new Promise<void>((resolve) => void whenIdle(resolve))

/**
 * Replaces the source of each diagram with its drawing, one after the other: those near the window first, the others while the browser
 * has nothing else to do. On paper all of them count as near. A theme change draws them again.
 */
export function drawDiagrams(elements: HTMLElement[], language: Language, signal: AbortSignal, isForPaper = false) {
  const sources = new Map(elements.map((element) => [element, keepDiagramSource(element)]))
  const near = isForPaper ? new Set(elements) : nearElements(elements, () => redraw(), signal)

  async function drawOne(element: HTMLElement, source: string, dark: boolean) {
    const { draw } = await import('./draw.ts')
    try {
      const kind = element.dataset['kind'] ?? ''
      const translate = await translators[kind]?.()
      if (!translate) return
      mustBeBounded(kind, source)
      count += 1
      const drawing = await draw(translate(source, language), `diagram-${count}`, dark)
      if (signal.aborted || dark !== isDark()) return
      element.replaceChildren(drawing)
      drawnDark.set(element, dark)
      element.classList.remove('bad')
    } catch {
      if (!signal.aborted) showSource(element, source, articleWords[language].notDrawn)
    }
  }

  async function drawAll() {
    const dark = isDark()
    const left = new Map(sources)
    const next = (isDue: (element: HTMLElement, source: string) => boolean) =>
      [...left].find(([element, source]) => drawnDark.get(element) !== dark && !isUnchosen(element) && isDue(element, source))
    const nextNear = () => next((element) => near.has(element))
    const nextFar = () => next((_, source) => source.length <= EAGER_CHARS_MAX)
    for (;;) {
      if (!nextNear() && nextFar()) await idle()
      const [element, source] = nextNear() ?? nextFar() ?? []
      if (!element || source === undefined || signal.aborted || dark !== isDark()) return
      left.delete(element)
      await drawOne(element, source, dark)
    }
  }

  let last = Promise.resolve()
  function redraw() {
    last = last.then(drawAll).catch(() => {})
  }
  redraw()
  document.addEventListener('change', redraw, { signal })
  const themeObserver = new MutationObserver(redraw)
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const systemTheme = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
  systemTheme?.addEventListener('change', redraw, { signal })
  signal.addEventListener('abort', () => themeObserver.disconnect())
}

function showSource(element: HTMLElement, source: string, note: string) {
  const message = document.createElement('div')
  message.className = 'diagram-note'
  message.textContent = note
  const code = document.createElement('code')
  code.textContent = source
  element.classList.add('bad')
  element.replaceChildren(message, code)
}
