import { Minimize, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { searchedState, useSearched } from '../lib/searched.ts'
import { useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { tocOf } from './article-view.tsx'
import { ItemBar } from './item-bar.tsx'
import { useArrival } from './item-screen-arrival.ts'
import { usePage, usePrefetch } from './item-screen-data.ts'
import { Floats } from './item-screen-floats.tsx'
import { useReadingKeys } from './item-screen-keys.ts'
import { Middle } from './item-screen-middle.tsx'
import { usePanel } from './item-screen-panel.ts'
import { usePageShown } from './item-screen-shown.ts'
import { waysOf } from './item-screen-ways.ts'
import { Toc } from './item-toc.tsx'
import { firstPage, type Info, pathTo } from './item-tree.ts'
import { TreePanel } from './item-tree-panel.tsx'
import { readingWords } from './reading.words.ts'

interface Props {
  item: string
  /** The page in the address, if any. */
  asked: string | undefined
  info: Info
  partial: boolean
  complete: () => void
}

const isNarrow = () => globalThis.matchMedia?.('(max-width: 1299px)').matches ?? false

/** An item that may be read: bar, tree, text and table of contents. */
export function Reading({ item, asked, info, partial, complete }: Props) {
  const t = useWords(readingWords)
  const go = useNavigate()
  const wanted = asked ?? firstPage(info.menu)
  const page = usePage(wanted)
  const near = usePrefetch()
  const { view, waiting } = page
  const { panel, open: openPanel, close } = usePanel()
  const [full, setFull] = useState(false)
  const found = useSearched()
  const field = useRef<HTMLInputElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  const path = useMemo(() => (view ? pathTo(info.menu, view.page_id) : undefined), [info.menu, view])
  const headings = useMemo(() => tocOf(view), [view])
  const hrefOf = useCallback((page_id: string) => paths.page({ item_id: item }, page_id), [item])
  const unknown = partial && view !== undefined && path === undefined
  useEffect(() => {
    if (unknown) complete()
  }, [unknown, complete])
  usePageShown(info, view)
  useArrival(waiting || page.error ? undefined : view?.page_id, wanted, title)

  const { regular, mayEdit, newPage, copyPage, edit } = waysOf(info, view)

  const toFilter = useCallback(() => {
    if (!regular) return
    /* At once, so that the next letter typed is in the field. */
    flushSync(() => {
      setFull(false)
      if (isNarrow()) openPanel('tree')
    })
    field.current?.focus()
    field.current?.select()
  }, [regular, openPanel])
  useReadingKeys({
    filter: toFilter,
    edit: edit ? () => void go(edit) : undefined,
    leave: panel !== 'none' ? close : full ? () => setFull(false) : undefined,
  })
  const open = useCallback(
    (page_id: string, searched: string) => {
      close()
      void go(hrefOf(page_id), { state: searchedState(searched) })
    },
    [go, hrefOf, close],
  )
  const toHash = useCallback(
    (hash: string) => {
      close()
      void go(hash, { replace: true })
    },
    [go, close],
  )
  const share = {
    itemPath: paths.item({ item_id: item }),
    pagePath: view && regular ? hrefOf(view.page_id) : undefined,
    page_id: view?.page_id,
    unique_key: view?.unique_key ?? '',
    mayLink: mayEdit,
  }
  const covered = panel !== 'none'
  return (
    <div className="reading" data-panel={panel} data-full={full || undefined} data-alone={!regular || undefined}>
      <div className="bar-box" inert={covered}>
        <ItemBar
          {...{ info, item, view, edit, newPage, copyPage, share }}
          hasTree={regular}
          onTree={() => openPanel('tree')}
          onFull={() => setFull(true)}
        />
      </div>
      {waiting && <div className="progress" role="progressbar" aria-label={t.loadingPage} />}
      <div className="read">
        {regular && (
          <aside className="side" aria-label={t.contents} inert={panel === 'toc'}>
            <TreePanel
              item={item}
              info={info}
              current={wanted}
              field={field}
              newPage={newPage}
              hrefOf={hrefOf}
              onPage={open}
              onNear={near}
              onNeedAll={complete}
            />
          </aside>
        )}
        <main className="mid" id="text" inert={covered}>
          <Middle
            item={item}
            info={info}
            wanted={wanted}
            page={page}
            path={path?.map((catalog) => catalog.cat_name)}
            found={found}
            title={title}
            newPage={newPage}
            hrefOf={hrefOf}
            onNear={near}
            onToc={() => openPanel('toc')}
          />
        </main>
        <aside className="rail" aria-label={t.onThisPage} inert={panel === 'tree'}>
          {headings.length > 0 && <Toc headings={headings} onGo={toHash} />}
        </aside>
      </div>
      {covered && (
        <button type="button" className="cover" aria-label={t.close} onClick={close}>
          <X className="i" aria-hidden="true" />
        </button>
      )}
      {full && (
        <IconButton className="unfull" name={t.leaveFullScreen} keys="Esc" onClick={() => setFull(false)}>
          <Minimize className="i" aria-hidden="true" />
        </IconButton>
      )}
      <Floats hidden={covered} hasTree={regular} hasToc={headings.length > 0} onPanel={openPanel} />
      <div className="sr" role="status">
        {view && !waiting ? t.shown(view.page_title) : ''}
      </div>
    </div>
  )
}
