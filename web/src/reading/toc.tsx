import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { targetOf } from './article/links.ts'
import type { View } from './article/view.tsx'
import { readingWords } from './reading.words.ts'

type Headings = View['headings']

/* Only a list longer than a small window has to be scrolled along. */
const SCROLL_ALONG_MIN_HEADINGS = 16

/**
 * The heading being read: the last one that has passed the upper fifth of the window. The observer's ground reaches far
 * above the window, so everything above that line counts as seen and nothing is measured while scrolling.
 */
function useCurrentHeading(headings: Headings) {
  const [reading, setReading] = useState<string>()
  useEffect(() => {
    setReading(undefined)
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
        setReading(elements[at]?.id)
      },
      { rootMargin: '1000000px 0px -80% 0px' },
    )
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return [reading, setReading] as const
}

interface Props {
  headings: Headings
  onGo: (hash: string) => void
}

/** The table of contents that follows the reading. */
export function Toc({ headings, onGo }: Props) {
  const t = useWords(readingWords)
  const [reading, setReading] = useCurrentHeading(headings)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    const rail = list.current?.parentElement
    if (!link || !rail || headings.length < SCROLL_ALONG_MIN_HEADINGS) return
    rail.scrollTop = link.offsetTop - rail.clientHeight / 2
  }, [reading, headings])
  const top = Math.min(...headings.map(({ level }) => level))
  const go = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onGo(`#${encodeURIComponent(id)}`)
    setReading(id)
  }
  return (
    <nav className="toc" ref={list} aria-label={t.onThisPage}>
      <div className="th">{t.onThisPage}</div>
      {headings.map(({ id, text, level }) => (
        <a
          key={id}
          href={`#${encodeURIComponent(id)}`}
          className={['', 'd', 'd dd'][level - top]}
          aria-current={id === reading ? 'location' : undefined}
          onClick={(event) => go(event, id)}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
