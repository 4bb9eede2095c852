import './try-it.css'
import type { Answer } from '@sheaf/contract/client'
import { Send } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { useWords } from '../lib/words.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { tryWords } from './console.words.ts'

/* Only when it is opened. */
const Panel = lazyPart(() => import('./panel/panel.tsx').then((m) => m.ConsolePanel))

interface Props {
  view: Pick<Answer<'page', 'view'>, 'page_id' | 'item_id' | 'html'>
  root: RefObject<HTMLDivElement | null>
}

/** The address with or without `?try`. */
function addressWith(isOpen: boolean, { pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  const fields = search
    .replace(/^\?/, '')
    .split('&')
    .filter((field) => field !== '' && !/^try(?:=|$)/.test(field))
  const query = [...fields, ...(isOpen ? ['try'] : [])].join('&')
  return `${pathname}${query && `?${query}`}${hash}`
}

/** Whether the address asks for the panel, and functions that open and close it. Opening adds an entry, so that Back closes it. */
function useTry() {
  const go = useNavigate()
  const here = useLocation()
  const latest = useRef(here)
  latest.current = here
  const open = useCallback(() => go(addressWith(true, latest.current), { state: { isInPlace: true, isOwn: true } }), [go])
  const close = useCallback(() => {
    const { state } = latest.current
    if ((state as { isOwn?: boolean } | null)?.isOwn) go(-1)
    else go(addressWith(false, latest.current), { replace: true, state: { isInPlace: true } })
  }, [go])
  return { isOpen: new URLSearchParams(here.search).has('try'), open, close }
}

/** On the page of an operation that readers can send: a button in its endpoint, and the panel that it opens (T10). */
export function TryIt({ view, root }: Props) {
  const t = useWords(tryWords)
  const { isOpen, open, close } = useTry()
  const [place] = useState(() => document.createElement('span'))
  const { html } = view

  /* `html` is a dependency because a new text replaces all elements. */
  useEffect(() => {
    if (html === '') return
    place.className = 'try-place'
    const endpoint = root.current?.querySelector('.call .endpoint')
    endpoint?.insertBefore(place, endpoint.querySelector('.server-fields'))
    return () => place.remove()
  }, [html, root, place])

  return (
    <>
      {createPortal(
        <button type="button" className="btn primary small" aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
          <Send className="i" aria-hidden="true" />
          {t.tryIt}
        </button>,
        place,
      )}
      {isOpen && (
        <Suspense>
          <Panel key={view.page_id} page_id={view.page_id} item_id={view.item_id} html={html} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
