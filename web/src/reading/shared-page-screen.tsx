import './reading.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Maximize, Minimize } from 'lucide-react'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { type ApiError, api, isLocked, isMissing, read } from '../lib/api.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { MAIN_ID } from '../ui/frame/main-id.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Empty, ErrorNote } from '../ui/placeholder.tsx'
import { Article, tocHeadings } from './article/view.tsx'
import { LookButton } from './look.tsx'
import { readingWords } from './reading.words.ts'
import { itemIdOfError, PageSkeleton, PasswordRedirect } from './screen/locked.tsx'
import { useHashNavigation, useReadingKeys, useScrollRestoration } from './screen/navigation.ts'
import { Toc } from './toc.tsx'

/** Renders a page that is a spreadsheet. */
type SharedSheet = ComponentType<{ view: Answer<'page', 'view'>; unique_key: string | undefined }>

const noPanel = () => ({ replace: false })

/**
 * Whether the browser shows this page in full screen, which it leaves on Escape; undefined where it has none, as on an iPhone. The page has no
 * bar and no tree, so only what is around the page can give way.
 */
function useFullScreen() {
  // Most browsers have it, so the button is part of what the server renders.
  const [full, setFull] = useState<boolean | undefined>(false)
  useEffect(() => {
    if (!document.fullscreenEnabled) return setFull(undefined)
    const follow = () => setFull(document.fullscreenElement !== null)
    follow()
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const change = full ? () => document.exitFullscreen() : () => document.documentElement.requestFullscreen()
  // After a refusal of the browser the button stays as it is.
  return { full, changeFull: () => void change().catch(() => {}) }
}

/** A single page without the tree of its item, by its single-page link (`/p/key`) or by its number (`/page/12`). */
export function SharedPageScreen({ sheet: SharedSheet }: { sheet: SharedSheet }) {
  const t = useWords(readingWords)
  const language = useLanguage()
  const { unique_key, page_id = '' } = useParams()
  const input = unique_key === undefined ? { page_id, language } : { unique_key, language }
  const { data, error, refetch } = useQuery({ ...read(api.page.view, input), structuralSharing: false })
  const { hash } = useLocation()
  const gone = isMissing(error)
  // Ignore cached data: a withdrawn link must stop working for a page that is already open.
  const view = gone ? undefined : data
  const { full, changeFull } = useFullScreen()
  const title = useRef<HTMLHeadingElement>(null)
  const headings = useMemo(() => tocHeadings(view), [view])
  useEffect(() => {
    document.title = [view?.page_title, t.product].filter(Boolean).join(' - ')
  }, [view?.page_title, t.product])
  useScrollRestoration(view?.page_id, view?.page_id, title)
  useReadingKeys({ filter: undefined, edit: undefined, leave: undefined })
  const toHash = useHashNavigation(noPanel)

  if (isLocked(error)) {
    const item_id = itemIdOfError(error as ApiError)
    return item_id ? <Redirect to={paths.page({ item_id }, page_id) + hash} /> : <PasswordRedirect item="0" page_id={page_id} />
  }
  if (!view && error)
    return (
      <main className="calm">
        {gone ? (
          <Empty broken heading title={unique_key === undefined ? t.pageMissing : t.keyDead}>
            {unique_key === undefined ? t.pageMissingShort : t.keyDeadText}
          </Empty>
        ) : (
          <ErrorNote title={t.pageFailed} error={error} onRetry={() => void refetch()} />
        )}
      </main>
    )
  if (view?.needs.includes('sheet')) return <SharedSheet view={view} unique_key={unique_key} />
  return (
    <div className="reading shared" data-alone>
      <div className="read">
        <main className="mid" id={MAIN_ID}>
          {view ? <Article view={view} title={title} unique_key={unique_key} /> : <PageSkeleton />}
        </main>
        <aside className="rail" aria-label={t.onThisPage}>
          {headings.length > 0 && <Toc headings={headings} onGo={toHash} />}
        </aside>
      </div>
      {view && (
        <div className="alone-acts">
          <LookButton />
          {full !== undefined && (
            <IconButton className="unfull" name={full ? t.leaveFullScreen : t.fullScreen} onClick={changeFull}>
              {full ? <Minimize className="i" aria-hidden="true" /> : <Maximize className="i" aria-hidden="true" />}
            </IconButton>
          )}
        </div>
      )}
    </div>
  )
}
