import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useLanguage, useWords } from '../../lib/words.ts'
import { editorWords } from '../../writing/editor.words.ts'
import { insertBuiltInTemplate } from '../template/insert.ts'
import { kinds } from '../template/menu.tsx'
import { templateWords } from '../template/template.words.ts'
import { type Editing, useEditorValue } from '../view.ts'
import { type Linked, linkScrolling } from './link.ts'
import { useLivePreview } from './live.ts'

/** What stands in the preview of an empty page: three ways to begin. */
function TemplateBegin({ editing }: { editing: Editing }) {
  const t = useWords(templateWords)
  const language = useLanguage()
  return (
    <p className="muted tp-begin">
      {t.begin}
      {kinds.map(([kind, Icon]) => (
        <button key={kind} type="button" className="btn quiet s" onClick={() => void insertBuiltInTemplate(editing.view, kind, language)}>
          <Icon className="i" aria-hidden="true" />
          {t[kind]}
        </button>
      ))}
    </p>
  )
}

interface Props {
  editing: Editing
  title: string
  /** Scrolls the text. */
  left: RefObject<HTMLElement | null>
  shown: boolean
  live: boolean
  /** A note above says already that the preview stands still. */
  noticed: boolean
  onKeepOn: () => void
}

const topOf = (element: Element, pane: HTMLElement) =>
  element.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop

/** The page as its readers will see it, beside the text and in step with it. */
export function Preview({ editing, title, left, shown, live, noticed, onKeepOn }: Props) {
  const t = useWords(editorWords)
  const right = useRef<HTMLElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const linked = useRef<Linked>(undefined)
  const onDrawn = useCallback(() => linked.current?.follow(), [])
  const { blocks, stale, drawn, plain, draw } = useLivePreview({ editing, root, shown, live, onDrawn })
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
    const grown = globalThis.ResizeObserver && new ResizeObserver(() => link.follow())
    grown?.observe(article)
    const forget = editing.listen((update) => update.docChanged && link.lead())
    return () => {
      link.stop()
      grown?.disconnect()
      forget()
    }
  }, [editing, left, blocks])

  return (
    <section ref={right} className="ed-pane ed-right scroll" aria-label={t.preview} hidden={!shown} tabIndex={shown ? 0 : -1}>
      <div className="ed-preview">
        <p className={plain ? 'art-plain' : 'sr'} role="status">
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
          <button type="button" className="btn quiet s" disabled={!stale} onClick={() => void draw()}>
            {t.refresh}
          </button>
          <button type="button" className="btn quiet s" onClick={onKeepOn}>
            {t.keepOn}
          </button>
        </div>
      )}
    </section>
  )
}
