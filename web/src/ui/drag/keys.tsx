import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useWords } from '../../lib/words.ts'
import { dragWords } from './drag.words.ts'

/** A drag by keyboard: an entry and its places in their order. Each kind of list or tree has its own. */
export interface KeyDrag {
  name: string
  /** Number of places, and the index of the current one. */
  count: number
  from: number
  /** "before Create in Orders". */
  placeName: (at: number) => string
  /** Where an arrow key leads that is not simply the previous or the next place. */
  arrow?: (at: number, key: string) => number | undefined
  /** Shows the entry at this place. */
  to: (at: number) => void
  /** undefined: the entry stays at its place. */
  end: (at: number | undefined) => void
}

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The live region that announces a drag, and the instructions for the keyboard. */
interface Announcer {
  say: (text: string) => void
  /** Belongs next to the list, inside the same dialog. */
  region: ReactNode
  helpId: string
}

export function useAnnouncer(): Announcer {
  const t = useWords(dragWords)
  const live = useRef<HTMLDivElement>(null)
  const helpId = useId()
  return {
    say: (text) => {
      if (live.current) live.current.textContent = text
    },
    region: (
      <>
        <div ref={live} className="visually-hidden" role="status" aria-live="assertive" data-drag-status />
        <div id={helpId} hidden>
          {t.help}
        </div>
      </>
    ),
    helpId,
  }
}

/** Space lifts, the arrow keys move, space or Enter drops, Escape, Tab and a lost focus cancel. */
export function useKeyDrag({ say }: Pick<Announcer, 'say'>) {
  const t = useWords(dragWords)
  const lifted = useRef<{ drag: KeyDrag; at: number }>(undefined)

  const end = (isDrop: boolean) => {
    const { drag, at } = lifted.current ?? {}
    lifted.current = undefined
    if (!drag || at === undefined) return
    const isMoved = isDrop && at !== drag.from
    say(isDrop ? t.dropped(drag.name, drag.placeName(at)) : t.putBack(drag.name))
    drag.end(isMoved ? at : undefined)
  }
  const cancel = () => end(false)
  const unmount = useRef(cancel)
  unmount.current = cancel
  useEffect(() => () => unmount.current(), [])

  const walk = (key: string) => {
    if (!lifted.current) return
    const { drag, at } = lifted.current
    const next = drag.arrow?.(at, key) ?? at + (steps[key] ?? 0)
    lifted.current.at = Math.max(0, Math.min(drag.count - 1, next))
    drag.to(lifted.current.at)
    say(t.over(drag.name, drag.placeName(lifted.current.at)))
  }
  return {
    cancel,
    isLifted: () => lifted.current !== undefined,
    /** Returns whether the key was handled. `lift` starts a drag, or explains why the entry cannot move. */
    key(event: KeyboardEvent, lift: () => KeyDrag | string | undefined): boolean {
      const isSpace = event.code === 'Space' || event.key === ' '
      if (!lifted.current) {
        const drag = isSpace ? lift() : undefined
        if (drag === undefined) return false
        if (typeof drag === 'string') say(drag)
        else {
          lifted.current = { drag, at: drag.from }
          say(t.lifted(drag.name))
        }
      } else if (isSpace || event.key === 'Enter') end(true)
      else if (event.key === 'Escape' || event.key === 'Tab') end(false)
      else if (event.key in steps) walk(event.key)
      event.preventDefault()
      return true
    },
  }
}
