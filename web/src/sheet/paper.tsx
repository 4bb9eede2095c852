import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/placeholder.tsx'
import { sheetWords } from './sheet.words.ts'

interface Props {
  /** The tables rendered by the server, one section per sheet. */
  html: string
  whole: boolean
  waiting?: boolean
}

/* The server renders without layout effects; the browser hides the other sheets before the first paint. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Shows the sheets as tables, one at a time. Without scripts all of them appear one below the other. */
export function SheetPaper({ html, whole, waiting = false }: Props) {
  const t = useWords(sheetWords)
  const box = useRef<HTMLDivElement>(null)
  const [names, setNames] = useState<string[]>([])
  const [shown, show] = useState(0)
  const panel = useId()
  const onTabKey = (event: KeyboardEvent<HTMLElement>) => {
    const last = names.length - 1
    const to = { ArrowRight: shown === last ? 0 : shown + 1, ArrowLeft: shown === 0 ? last : shown - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    show(to)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  useIsomorphicLayoutEffect(() => {
    const sections = [...(box.current?.querySelectorAll<HTMLElement>('.sheet-page') ?? [])]
    if (box.current) box.current.dataset['live'] = ''
    setNames(sections.map((section) => section.dataset['name'] ?? ''))
    for (const [at, section] of sections.entries()) section.classList.toggle('off', at !== shown)
  }, [html, shown])
  const isEmpty = !/<td[^>]*>[^<]|<td[^>]*><a|sheet-raw/.test(html)
  return (
    <>
      {isEmpty && !waiting && (
        <div className="sheet-blank">
          <Empty title={t.empty}>{t.emptyText}</Empty>
        </div>
      )}
      <div
        ref={box}
        id={panel}
        className="sheet-paper"
        hidden={isEmpty}
        {...(names.length > 1 ? { role: 'tabpanel', 'aria-label': names[shown] } : {})}
        data-article
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {!whole && !waiting && <p className="sheet-begin">{t.beginning}</p>}
      {!whole && <p className="sheet-printed">{t.printedBeginning}</p>}
      {names.length > 1 && (
        <div className="sheet-tabs scroll" role="tablist" aria-label={t.sheets} onKeyDown={onTabKey}>
          {names.map((name, at) => (
            <button
              key={at}
              type="button"
              role="tab"
              aria-selected={at === shown}
              aria-controls={panel}
              tabIndex={at === shown ? 0 : -1}
              onClick={() => show(at)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
