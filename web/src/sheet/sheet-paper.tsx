import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/empty.tsx'
import { sheetWords } from './sheet.words.ts'

interface Props {
  /** The server's tables, a section for each sheet. */
  html: string
  whole: boolean
  waiting?: boolean
}

/* The server draws without layout; the browser hides the other sheets before the first picture. */
const useBefore = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Sheets as tables, one at a time; without a script all of them stand below each other. */
export function SheetPaper({ html, whole, waiting = false }: Props) {
  const t = useWords(sheetWords)
  const box = useRef<HTMLDivElement>(null)
  const [names, setNames] = useState<string[]>([])
  const [shown, show] = useState(0)
  useBefore(() => {
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
      <div ref={box} className="sheet-paper" hidden={isEmpty} data-article dangerouslySetInnerHTML={{ __html: html }} />
      {!whole && !waiting && <p className="sheet-begin">{t.beginning}</p>}
      {!whole && <p className="sheet-printed">{t.printedBeginning}</p>}
      {names.length > 1 && (
        <div className="sheet-tabs scroll" role="tablist" aria-label={t.sheets}>
          {names.map((name, at) => (
            <button key={at} type="button" role="tab" aria-selected={at === shown} onClick={() => show(at)}>
              {name}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
