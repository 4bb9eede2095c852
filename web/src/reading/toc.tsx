import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Breakable } from '../ui/text/breakable.tsx'
import { targetOf } from './article/links.ts'
import type { View } from './article/view.tsx'
import { readingWords } from './reading.words.ts'

type Headings = View['headings']

/* A shorter list fits into a small window and needs no scrolling. */
const SCROLL_ALONG_MIN_HEADINGS = 16

/**
 * The id of the current heading: the last one above the line at a fifth of the window height. The observed area reaches far
 * above the window, so all headings above that line intersect and scrolling measures nothing.
 */
function useCurrentHeading(headings: Headings) {
  const [currentId, setCurrentId] = useState<string>()
  useEffect(() => {
    setCurrentId(undefined)
    if (typeof IntersectionObserver === 'undefined') return
    const passed = new Set<Element>()
    const elements = headings.map(({ id }) => targetOf(`#${encodeURIComponent(id)}`)).filter((element) => element !== null)
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) passed.add(target)
          else passed.delete(target)
        }
        const at = elements.findLastIndex((element) => passed.has(element))
        setCurrentId(elements[at]?.id)
      },
      { rootMargin: '1000000px 0px -80% 0px' },
    )
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return [currentId, setCurrentId] as const
}

interface Props {
  headings: Headings
  onGo: (hash: string) => void
}

/** The table of contents. It marks the current heading and scrolls to it. */
export function Toc({ headings, onGo }: Props) {
  const t = useWords(readingWords)
  const [currentId, setCurrentId] = useCurrentHeading(headings)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    const rail = list.current?.parentElement
    if (!link || !rail || headings.length < SCROLL_ALONG_MIN_HEADINGS) return
    rail.scrollTop = link.offsetTop - rail.clientHeight / 2
  }, [currentId, headings])
  const top = Math.min(...headings.map(({ level }) => level))
  const go = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onGo(`#${encodeURIComponent(id)}`)
    setCurrentId(id)
  }
  return (
    <nav className="toc" ref={list} aria-label={t.onThisPage}>
      <div className="th">{t.onThisPage}</div>
      {headings.map(({ id, text, level }) => (
        <a
          key={id}
          href={`#${encodeURIComponent(id)}`}
          className={['', 'sub', 'sub dd'][level - top]}
          aria-current={id === currentId ? 'location' : undefined}
          onClick={(event) => go(event, id)}
        >
          <Breakable>{text}</Breakable>
        </a>
      ))}
    </nav>
  )
}
