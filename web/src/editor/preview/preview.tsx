import type { Text } from '@codemirror/state'
import { type LineMark, lineBefore } from '@sheaf/description/fence'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { enhanceArticle } from '../../reading/article/body.tsx'
import { toast } from '../../ui/toast.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { builtInKinds } from '../template/menu.tsx'
import { insertBuiltInTemplate } from '../text/insert.ts'
import { templateWords } from '../tools.words.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { createRenderer, type Renderer } from './render.ts'
import { linkScrolling, type ScrollLink } from './scroll.ts'
import { type EditedPage, useParts } from './use-parts.ts'

/** One top-level block as rendered, before diagrams are drawn into it. */
interface Block {
  /** Source line where it starts, from 0. */
  line: number
  html: string
}

const LINE = /\sdata-line="\d+"/

function parse(html: string, marks: LineMark[]) {
  const template = document.createElement('template')
  template.innerHTML = html
  // Bare text between blocks becomes a block.
  for (const node of [...template.content.childNodes])
    if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) {
      const block = document.createElement('div')
      node.replaceWith(block)
      block.append(node)
    }
  let line = 0
  return [...template.content.children].map((element) => {
    // Blocks without their own line (footnotes) take the line of the previous block; lines never decrease.
    const own = (element as HTMLElement).dataset['line']
    line = Math.max(line, own === undefined ? line : lineBefore(marks, Number(own)))
    return { line, element, html: element.outerHTML.replace(LINE, '') }
  })
}

/** A view that is drawn again keeps what the reader has opened and chosen in it. */
function keepOpen(removed: Element[], fresh: Element[]) {
  const viewsIn = (elements: Element[]) => elements.filter((element) => element.querySelector('.call'))
  const after = viewsIn(fresh)
  for (const [n, before] of viewsIn(removed).entries()) {
    const next = after[n]
    if (!next) return
    for (const details of before.querySelectorAll('details')) {
      const id = details.closest('[id]')?.id
      const same = id ? next.querySelector(`[id="${CSS.escape(id)}"] details`) : null
      if (same instanceof HTMLDetailsElement) same.open = details.open
    }
    for (const { name, value } of before.querySelectorAll<HTMLInputElement>('input:checked')) {
      const same = [...next.querySelectorAll<HTMLInputElement>('input')].find((input) => input.name === name && input.value === value)
      if (same) same.checked = true
    }
  }
}

/**
 * Shows new HTML by replacing only the changed blocks: the blocks before and after the edited place keep their pictures,
 * drawn diagrams and heights. `shown` is the result of the previous call. Blocks are matched by their index among the
 * children, because drawing a diagram replaces the element.
 */
export function patch(root: HTMLElement, shown: Block[], html: string, marks: LineMark[] = []): { blocks: Block[]; fresh: Element[] } {
  const next = parse(html, marks)
  const old = shown.length === root.children.length ? shown : []
  if (!old.length) root.replaceChildren()
  let head = 0
  while (head < old.length && head < next.length && old[head]?.html === next[head]?.html) head++
  let tail = 0
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail)?.html === next.at(-1 - tail)?.html) tail++
  const after = root.children[old.length - tail] ?? null
  const removed = [...root.children].slice(head, old.length - tail)
  for (const element of removed) element.remove()
  const fresh = next.slice(head, next.length - tail).map((block) => block.element)
  keepOpen(removed, fresh)
  for (const element of fresh) root.insertBefore(element, after)
  return { blocks: next.map(({ line, html }) => ({ line, html })), fresh }
}

const sizes = new Map<string, { width: number; height: number }>()

/** Pictures loaded before get their size immediately, so that a changed paragraph does not jump while they reload. */
function keepSizes(root: HTMLElement, fresh: Element[]) {
  for (const image of fresh.flatMap((element) => [...element.querySelectorAll('img')])) {
    const known = sizes.get(image.src)
    if (!known || image.hasAttribute('width') || image.hasAttribute('height') || image.style.width) continue
    image.width = known.width
    image.height = known.height
  }
  if (root.dataset['sizes']) return
  root.dataset['sizes'] = 'kept'
  root.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || !target.naturalWidth) return
      sizes.set(target.src, { width: target.naturalWidth, height: target.naturalHeight })
    },
    true,
  )
}

/** Longer texts are rendered less often: a worker renders, but this thread lays out the result. */
const renderPause = (chars: number) => (chars < 20_000 ? 150 : chars < 100_000 ? 300 : 600)

const notify = (text: string, failed?: true) => toast(text, failed ? 'bad' : 'ok')

interface Options extends EditedPage {
  editing: Editing
  root: RefObject<HTMLElement | null>
  /** Whether the preview is visible. */
  shown: boolean
  /** Whether it follows every change; otherwise it shows the text of the last requested refresh. */
  live: boolean
  onDrawn: () => void
}

/**
 * Draws the text of the editor into `root`. `stale`: the text has changed since. `plain`: the text took too long to render
 * and is shown unformatted.
 */
function useLivePreview({ editing, root, shown, live, onDrawn, item_id, page_id }: Options) {
  const { base } = useBoot()
  const language = useLanguage()
  const [stale, setStale] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const [plain, setPlain] = useState(false)
  const [fetched, setFetched] = useState(0)
  const blocks = useRef<Block[]>([])
  const renderer = useRef<Renderer>(undefined)
  const last = useRef<Text>(undefined)
  const cleanUp = useRef<() => void>(undefined)
  const { parts, fetchParts } = useParts({ item_id, page_id })

  const draw = useCallback(async () => {
    const { doc } = editing.view.state
    renderer.current ??= createRenderer({ base, language, lines: true })
    last.current = doc
    const rendered = await renderer.current.render(doc.toString(), parts.current)
    const article = root.current
    if (!rendered || !article) return
    if (rendered.needs.includes('math')) await import('../../ui/css/katex.css').catch(() => {})
    cleanUp.current?.()
    const { blocks: next, fresh } = patch(article, blocks.current, rendered.html, rendered.marks)
    blocks.current = next
    keepSizes(article, fresh)
    cleanUp.current = enhanceArticle(article, { language, address: base + paths.page({ item_id }, page_id), scope: item_id, say: notify })
    setDrawn(true)
    setPlain(rendered.plain === true)
    setStale(last.current !== doc)
    onDrawn()
    if (rendered.wanted.length > 0 && (await fetchParts(rendered.wanted))) setFetched((count) => count + 1)
  }, [editing, root, base, language, onDrawn, parts, fetchParts, item_id, page_id])

  useEffect(
    () => () => {
      cleanUp.current?.()
      renderer.current?.stop()
      renderer.current = undefined
      last.current = undefined
    },
    [],
  )

  useEffect(() => {
    if (fetched > 0) void draw()
  }, [fetched, draw])

  useEffect(() => {
    if (!shown) return
    if (last.current !== editing.view.state.doc && (live || !last.current)) void draw()
    if (!live) return editing.listen((update) => update.docChanged && setStale(true))
    return editing.onPause(renderPause, () => void draw())
  }, [editing, shown, live, draw])

  return { blocks, stale, drawn, plain, draw }
}

/** The preview of an empty page offers three templates. */
function TemplateBegin({ editing }: { editing: Editing }) {
  const t = useWords(templateWords)
  const language = useLanguage()
  return (
    <p className="muted tp-begin">
      {t.begin}
      {builtInKinds.map(([kind, Icon]) => (
        <button
          key={kind}
          type="button"
          className="btn quiet small"
          onClick={() => void insertBuiltInTemplate(editing.view, kind, language)}
        >
          <Icon className="i" aria-hidden="true" />
          {t[kind]}
        </button>
      ))}
    </p>
  )
}

interface Props extends EditedPage {
  editing: Editing
  title: string
  /** The scroll container of the text. */
  left: RefObject<HTMLElement | null>
  shown: boolean
  live: boolean
  /** A note above already reports that the preview is paused. */
  noticed: boolean
  onKeepOn: () => void
}

const topOf = (element: Element, pane: HTMLElement) =>
  element.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop

/** The page as readers will see it, next to the text and scrolled in step with it. */
export function Preview({ editing, item_id, page_id, title, left, shown, live, noticed, onKeepOn }: Props) {
  const t = useWords(editorWords)
  const right = useRef<HTMLElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const linked = useRef<ScrollLink>(undefined)
  const onDrawn = useCallback(() => linked.current?.follow(), [])
  const { blocks, stale, drawn, plain, draw } = useLivePreview({ editing, item_id, page_id, root, shown, live, onDrawn })
  const empty = useEditorValue(editing, (state) => state.doc.length === 0)

  useEffect(() => {
    const text = left.current
    const pane = right.current
    const article = root.current
    if (!text || !pane || !article) return
    const { view } = editing
    const pairs = () => {
      const textTop = view.documentTop - text.getBoundingClientRect().top + text.scrollTop
      const { children } = article
      return {
        count: blocks.current.length + 2,
        at: (index: number) => {
          const block = blocks.current[index - 1]
          const element = children[index - 1]
          if (index === 0) return { left: 0, right: 0 }
          if (!block || !element) return { left: text.scrollHeight, right: pane.scrollHeight }
          const { doc } = view.state
          const line = doc.line(Math.min(block.line + 1, doc.lines))
          return { left: textTop + view.lineBlockAt(line.from).top, right: topOf(element, pane) }
        },
      }
    }
    const link = linkScrolling({ left: text, right: pane }, pairs)
    linked.current = link
    const resizeObserver = globalThis.ResizeObserver && new ResizeObserver(() => link.follow())
    resizeObserver?.observe(article)
    const stopListening = editing.listen((update) => update.docChanged && link.lead())
    return () => {
      link.stop()
      resizeObserver?.disconnect()
      stopListening()
    }
  }, [editing, left, blocks])

  return (
    <section ref={right} className="ed-pane ed-right scroll" aria-label={t.preview} hidden={!shown} tabIndex={shown ? 0 : -1}>
      <div className="ed-preview">
        <p className={plain ? 'art-plain' : 'visually-hidden'} role="status">
          {plain && t.previewPlain}
        </p>
        <div className="art ed-title">
          <h1>{title || <span className="muted">{t.untitled}</span>}</h1>
        </div>
        <div ref={root} className="art" />
        {drawn && empty && (
          <>
            <p className="muted">{t.previewEmpty}</p>
            <TemplateBegin editing={editing} />
          </>
        )}
      </div>
      {shown && !live && (stale || !noticed) && (
        <div className="ed-still">
          <span>{t.previewStill}</span>
          <button type="button" className="btn quiet small" disabled={!stale} onClick={() => void draw()}>
            {t.refresh}
          </button>
          <button type="button" className="btn quiet small" onClick={onKeepOn}>
            {t.keepOn}
          </button>
        </div>
      )}
    </section>
  )
}
