import { useEffect, useId, useMemo, useState } from 'react'
import type { Row, Section } from './palette-rows.ts'

/** Which row the keys are on: the first one of each new list. */
export function useChosen(sections: Section[], question: string) {
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])
  const [at, setAt] = useState(0)
  const base = useId()
  /* Another question or another list begins at its top. */
  useEffect(() => setAt(0), [question, rows])
  const row: Row | undefined = rows[Math.min(at, rows.length - 1)]
  const idOf = (one: Row) => `${base}${one.key.replace(/[^\w-]/g, '_')}`
  const go = (to: number) => {
    if (rows.length === 0) return
    const next = (to + rows.length) % rows.length
    setAt(next)
    const target = rows[next]
    if (target) document.getElementById(idOf(target))?.scrollIntoView?.({ block: 'nearest' })
  }
  return {
    row,
    count: rows.length,
    idOf,
    list: `${base}list`,
    down: () => go(at + 1),
    up: () => go(at - 1),
    start: () => go(0),
    end: () => go(rows.length - 1),
    page: (by: number) => go(Math.max(0, Math.min(rows.length - 1, at + by))),
    choose: (one: Row) => setAt(Math.max(0, rows.indexOf(one))),
  }
}

export type Chosen = ReturnType<typeof useChosen>
