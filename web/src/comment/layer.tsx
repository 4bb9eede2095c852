import './layer.css'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { useIsUpTo } from '../lib/breakpoints.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { useSend } from '../ui/send.ts'
import { placeWords, threadWords } from './comment.words.ts'
import { useNews } from './news.ts'
import { draftKey, readDraft } from './panel/draft.ts'
import type { PanelTab } from './panel/panel.tsx'
import { anchorOf, articleRoot, blockOf, elementOf, rangeOf, rangeOfThread, readArticle } from './place/article.ts'
import { Bubbles } from './place/bubbles.tsx'
import { useClicks, useMarks } from './place/marks.ts'
import { SelectionBar, useSelection } from './place/selection.tsx'
import { isLost, type Listed, type PageOfComments, quoteText, type Target, type Thread } from './thread.ts'

const Panel = lazyPart(() => import('./panel/panel.tsx').then((m) => m.CommentPanel))

interface LayerProps {
  page: PageOfComments | undefined
  list: Listed | undefined
  error: Error | null
  onRetry: () => void
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The thread in the address. */
  wanted: string | undefined
  /** Opens what hides an element of the article. */
  reveal: (element: Element) => void
}

const noThreads: Thread[] = []
const noRanges: ReadonlyMap<string, Range> = new Map()

const elementAt = ({ startContainer }: Range) =>
  startContainer instanceof Element ? startContainer : (startContainer.parentElement ?? undefined)

/** The block below the pointer, for a comment on all of it. Wide windows with a mouse only. */
function useHovered(root: HTMLElement | null, isOn: boolean) {
  const [element, setElement] = useState<Element>()
  useEffect(() => {
    if (!root || !isOn) return setElement(undefined)
    const move = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return
      const target = event.target as Element
      if (target.closest('.bubbles')) return
      setElement(
        target.closest('[data-article] :is(p, li, h1, h2, h3, h4, h5, h6, tr, pre, img, .fr, .endpoint, [data-view])') ?? undefined,
      )
    }
    const middle = root.closest('.mid')
    middle?.addEventListener('pointermove', move as EventListener)
    return () => middle?.removeEventListener('pointermove', move as EventListener)
  }, [root, isOn])
  return element
}

/** What a new thread is about, and the part of the article that it was selected in. Unsent text brings its words back. */
function useTarget(page: PageOfComments | undefined, uid: string | undefined) {
  const page_id = page?.page_id
  const kept = useMemo(() => {
    const draft = uid && page_id ? readDraft(draftKey(uid, page_id, 'new')) : undefined
    return draft?.place as Target | undefined
  }, [uid, page_id])
  const [target, setTarget] = useState<Target | undefined>(kept)
  return [target, setTarget] as const
}

/** Highlights, bubbles, the button next to a selection, and the panel. Loaded when the page has comments, or when they are asked for. */
export function CommentLayer({ page, list, error, onRetry, isOpen, onOpen, wanted, reveal }: LayerProps) {
  const t = useWords(threadWords)
  const place = useWords(placeWords)
  const account = useAccount()
  const isNarrow = useIsUpTo('desktop')
  const [active, setActive] = useState<string>()
  const [tab, setTab] = useState<PanelTab>('open')
  const [target, setTarget] = useTarget(page, account?.uid)
  const [attaching, setAttaching] = useState<Thread>()
  const html = page?.html
  const root = useMemo(() => (html === undefined ? null : articleRoot()), [html])
  const news = useNews(page?.page_id ?? '0', list)
  const may = list?.may
  const threads = list?.threads ?? noThreads
  const version = page?.version

  const article = useMemo(() => (root ? readArticle(root) : undefined), [root])
  const places = useMemo(() => {
    if (!article) return []
    const shown = threads.filter((thread) => thread.place_version === version)
    return shown.flatMap((thread) => {
      const range = rangeOfThread(article, thread)
      return range ? [{ thread, range }] : []
    })
  }, [article, threads, version])
  const ranges = useRef(noRanges)
  ranges.current = useMemo(() => new Map(places.map(({ thread, range }) => [thread.thread_id, range])), [places])

  const all = useMemo(() => places.map(({ range }) => range), [places])
  const targetRange = useMemo(() => {
    const anchor = target?.anchor
    if (!article || anchor?.at === undefined || String(anchor.version) !== version) return undefined
    return rangeOf(article, anchor.at, anchor.length ?? anchor.quote?.length ?? 0)
  }, [article, target, version])
  useMarks({ all, active: active === undefined ? undefined : ranges.current.get(active), target: targetRange })

  const showWords = useCallback(
    (thread_id: string) => {
      const element = ranges.current.get(thread_id) && elementAt(ranges.current.get(thread_id) as Range)
      if (!element) return
      reveal(element)
      element.scrollIntoView({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
    },
    [reveal],
  )
  const openThread = useCallback(
    (thread_id: string) => {
      setActive(thread_id)
      setTab('open')
      onOpen(true)
    },
    [onOpen],
  )
  useClicks(root, ranges, openThread)

  /* Once, when the thread of the address is known. */
  const shownOf = useRef<string>(undefined)
  useEffect(() => {
    if (wanted === undefined || !list || shownOf.current === wanted) return
    shownOf.current = wanted
    const thread = list.threads.find(({ thread_id }) => thread_id === wanted)
    setActive(wanted)
    setTab(thread ? (isLost(thread) ? 'lost' : 'open') : 'resolved')
    onOpen(true)
    showWords(wanted)
  }, [wanted, list, onOpen, showWords])

  const selected = useSelection(may?.write && may.places ? root : null)
  const anchor = useMemo(() => {
    if (!selected || !root || version === undefined) return undefined
    return anchorOf(readArticle(root), selected, Number(version))
  }, [selected, root, version])
  const attach = useSend(api.comment.attach, { done: t.attached, failed: t.notDone, onDone: () => setTab('open') })
  const write = (next: Target) => {
    setTarget(next)
    setActive(undefined)
    setTab('open')
    onOpen(true)
    document.getSelection()?.removeAllRanges()
  }
  const choose = () => {
    if (!anchor) return
    if (attaching) {
      void attach.send(withoutLoginRedirect({ thread_id: attaching.thread_id, anchor: JSON.stringify(anchor) }))
      setActive(attaching.thread_id)
      setAttaching(undefined)
      document.getSelection()?.removeAllRanges()
    } else write({ anchor, quote: quoteText({ quote: anchor.quote ?? '', quote_length: String(anchor.length ?? 0) }) })
  }
  const latestChoose = useRef(choose)
  latestChoose.current = choose
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.altKey || event.code !== 'KeyM' || event.defaultPrevented) return
      event.preventDefault()
      latestChoose.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  const hovered = useHovered(root, Boolean(may?.write && may.places && !selected && !isNarrow))
  const commentBlock = () => {
    if (!hovered || !root || version === undefined) return
    const now = readArticle(root)
    const block = blockOf(now, hovered)
    const element = block && elementOf(block)
    if (!block || !element) return
    const range = rangeOf(now, block.start, block.text.length)
    const whole = range && anchorOf(now, range, Number(version))
    if (whole) write({ anchor: whole, quote: quoteText({ quote: whole.quote ?? '', quote_length: String(whole.length ?? 0) }) })
  }
  return (
    <>
      {root && !isNarrow && (
        <Bubbles
          root={root}
          places={places}
          active={isOpen ? active : undefined}
          onOpen={openThread}
          hovered={hovered?.getBoundingClientRect()}
          onHovered={commentBlock}
        />
      )}
      {selected && page && may?.write && anchor !== undefined && (
        <SelectionBar
          range={selected}
          page={page}
          isAttaching={attaching !== undefined}
          refused={anchor === null ? place.tooLong : undefined}
          onChoose={choose}
        />
      )}
      {isOpen && (
        <Suspense fallback={<aside className="talk" aria-busy="true" />}>
          <Panel
            page={page}
            list={list}
            error={error}
            onRetry={onRetry}
            wanted={wanted}
            news={news}
            tab={tab}
            onTab={setTab}
            active={active}
            onActivate={(thread_id) => {
              setActive(thread_id)
              showWords(thread_id)
            }}
            target={target}
            onTarget={(next) => (next ? write(next) : setTarget(undefined))}
            attaching={attaching?.thread_id}
            onAttach={(thread) => {
              setAttaching(attaching?.thread_id === thread.thread_id ? undefined : thread)
              setActive(thread.thread_id)
            }}
            onClose={() => {
              setAttaching(undefined)
              onOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
