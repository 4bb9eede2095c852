import type { Language } from '@sheaf/contract/errors'
import { keepDiagramSource } from '../../lib/document/diagram-source.ts'
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

/** Replaces the source of each diagram with its drawing, one after the other. A theme change draws them again. */
export function drawDiagrams(elements: HTMLElement[], language: Language, signal: AbortSignal) {
  const sources = new Map(elements.map((element) => [element, keepDiagramSource(element)]))
  const drawAll = async () => {
    const { draw } = await import('./draw.ts')
    const dark = isDark()
    for (const [element, source] of sources) {
      if (signal.aborted) return
      if (drawnDark.get(element) === dark || isUnchosen(element)) continue
      try {
        const kind = element.dataset['kind'] ?? ''
        const translate = await translators[kind]?.()
        if (!translate) continue
        mustBeBounded(kind, source)
        count += 1
        const drawing = await draw(translate(source, language), `diagram-${count}`, dark)
        if (signal.aborted || dark !== isDark()) continue
        element.replaceChildren(drawing)
        drawnDark.set(element, dark)
        element.classList.remove('bad')
      } catch {
        if (!signal.aborted) showSource(element, source, articleWords[language].notDrawn)
      }
    }
  }
  let last = Promise.resolve()
  const redraw = () => {
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
