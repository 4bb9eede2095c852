import './palette.css'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useControlKey } from '../lib/control-key.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { usePressOutside } from '../ui/press-outside.ts'
import { takeKeys } from './early-keys.ts'
import { currentItemAt } from './here.ts'
import { PaletteField } from './palette-field.tsx'
import { PaletteList } from './palette-list.tsx'
import type { Row } from './palette-rows.ts'
import { searchWords } from './search.words.ts'
import { useChosen } from './use-chosen.ts'
import { type Scope, useDebouncedText, useHits, useRecent } from './use-hits.ts'
import { useOpenRow } from './use-open-row.ts'

/** The keys, where there is a keyboard. */
function PaletteFoot({ both }: { both: boolean }) {
  const t = useWords(searchWords)
  const control = useControlKey()
  const keys = [
    [['↑', '↓'], t.choose],
    [['Enter'], t.open],
    [[`${control}Enter`], t.newTab],
    ...(both ? [[['Tab'], t.change] as const] : []),
  ] as const
  return (
    <div className="pft" aria-hidden="true">
      {keys.map(([names, what]) => (
        <span key={what} className="row">
          {names.map((name) => (
            <span key={name} className="kbd">
              {name}
            </span>
          ))}
          {what}
        </span>
      ))}
    </div>
  )
}

/** The search over everything: one field, a list under it, all of it by keyboard. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useWords(searchWords)
  const account = useAccount()
  const { pathname } = useLocation()
  const here = useMemo(() => currentItemAt(pathname), [pathname])
  const dialog = useRef<HTMLDialogElement>(null)
  const outside = usePressOutside(onClose)
  const [text, setText] = useState('')
  /* Enter before the answer is there means the first of that answer. */
  const [wish, setWish] = useState<'none' | 'here' | 'tab'>('none')
  const [isComposing, setComposing] = useState(false)
  const [scope, setScope] = useState<Scope>(here ? 'here' : 'all')
  const { rested, now } = useDebouncedText(text.trim(), isComposing)
  const hits = useHits(scope, here, rested)
  const recent = useRecent(here, rested === '')
  const { sections, waiting } = rested === '' ? recent : hits
  const fresh = rested === text.trim() && !(rested !== '' && hits.outdated) && !waiting
  const chosen = useChosen(sections, rested)
  const open = useOpenRow(rested, onClose)
  const both = here !== undefined && account !== null

  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement as HTMLElement | null
    if (element?.showModal) element.showModal()
    else element?.setAttribute('open', '')
    element?.querySelector('input')?.focus()
    const early = takeKeys()
    if (early.text) setText(early.text)
    if (early.enter) setWish('here')
    return () => {
      element?.close?.()
      before?.focus({ preventScroll: true })
    }
  }, [])

  const [first] = sections.flatMap((section) => section.rows)
  useEffect(() => {
    if (wish === 'none' || !fresh) return
    setWish('none')
    if (first) open(first, wish === 'tab')
  }, [wish, fresh, first, open])
  const enter = (inTab: boolean) => {
    if (fresh && chosen.row) return open(chosen.row, inTab)
    now()
    setWish(inTab ? 'tab' : 'here')
  }
  const turn = () => setScope((old) => (old === 'here' ? 'all' : 'here'))

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t.title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      {...outside}
    >
      <div className="pal-in">
        <PaletteField
          {...{ text, scope, both, waiting, chosen, setScope, onClose }}
          onText={(next) => {
            setWish('none')
            setText(next)
          }}
          onComposing={setComposing}
          onEnter={enter}
          onTab={both ? turn : undefined}
        />
        <PaletteList
          {...{ sections, waiting, chosen }}
          keyword={rested}
          error={rested === '' ? null : hits.error}
          onRetry={hits.retry}
          onElsewhere={both && scope === 'here' ? turn : undefined}
          onOpen={(row: Row) => open(row, false)}
          outdated={rested !== '' && hits.outdated}
          searched={rested}
        />
        <PaletteFoot both={both} />
      </div>
    </dialog>
  )
}
