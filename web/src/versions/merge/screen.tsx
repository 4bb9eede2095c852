import './merge.css'
import type { EditorView } from '@codemirror/view'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import type { Content } from '../../writing/saver.ts'
import { MergeFields, MergeFoot, MergeMoves, MergeSummary } from './controls.tsx'
import type { MergeLabels } from './decorations.ts'
import { type Sources, startMerge } from './merge.ts'
import { mergeWords } from './merge.words.ts'
import { openConflicts, resultOf } from './places.ts'
import { goToConflict, openMerge, resolveConflict } from './view.ts'

interface ShellProps {
  title: string
  /** Beside the title. */
  aside: ReactNode
  onClose: () => void
  onKey: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A dialog as large as the window, above the editor whose text stays behind it as it is. */
function MergeShell({ title, aside, onClose, onKey, children }: ShellProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement as HTMLElement | null
    if (element?.showModal) element.showModal()
    else element?.setAttribute('open', '')
    // Not a button: whoever is typing just now must not press one.
    heading.current?.focus()
    return () => {
      element?.close?.()
      before?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="mg"
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKey}
    >
      <header className="top">
        <h2 ref={heading} id={name} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </dialog>
  )
}

/** Words that name the other writer, or the other window where both are the same person. */
function useMergeLabels(author: string, own: boolean, places: number): MergeLabels {
  const t = useWords(mergeWords)
  return useMemo(
    () => ({
      mine: own ? t.mineOwn : t.mine,
      theirs: own ? t.theirsOwn : author,
      takeMine: own ? t.takeHere : t.takeMine,
      takeTheirs: own ? t.takeElsewhere : t.takeTheirs,
      takeBoth: t.takeBoth,
      removed: own ? t.removedOwn : t.removed(author),
      nothing: t.nothing,
      again: t.again,
      conflict: (number) => t.conflict(number, places),
      chosen: { mine: t.chosenMine, theirs: t.chosenTheirs, both: t.chosenBoth },
      unchanged: t.unchanged,
      more: t.more,
    }),
    [t, author, own, places],
  )
}

interface MergeActions {
  /** Back to the text as it was. */
  onKeep: () => void
  onMerged: (merged: Content) => void
  onOver: () => void
  onTake: () => void
}

interface Props extends MergeActions {
  item_id: string
  sources: Sources
  mine: Content
  author: string
  /** Both versions are by the same person. */
  own: boolean
  /** When theirs was saved. */
  time: string
}

const choices = { Digit1: 'mine', Digit2: 'theirs', Digit3: 'both' } as const

/** Two versions of a page become one: what only one side changed is in, where both changed one decides. */
export function MergeScreen({ item_id, sources, mine, author, own, time, onKeep, onMerged, onOver, onTake }: Props) {
  const t = useWords(mergeWords)
  const [{ regions, value: first }] = useState(() => startMerge(sources, mine))
  const count = useMemo(() => regions.filter((region) => region.kind === 'conflict').length, [regions])
  const news = useMemo(() => regions.some((region) => region.kind === 'theirs'), [regions])
  const labels = useMergeLabels(author, own, count)
  const [value, setValue] = useState(first)
  const [open, setOpen] = useState(count)
  const view = useRef<EditorView>(undefined)
  const at = useRef(-1)

  const kept = useRef<string>(undefined)
  const mount = useCallback(
    (parent: HTMLDivElement) => {
      const made = openMerge({ parent, regions, labels, name: t.text, onChange: setOpen })
      view.current = made
      if (kept.current === undefined && (count || news)) at.current = goToConflict(made, 1, -1, false)
      kept.current = ''
      return () => made.destroy()
    },
    [regions, labels, t, count, news],
  )

  const go = (way: 1 | -1) => {
    if (view.current) at.current = goToConflict(view.current, way, at.current)
  }
  const finish = () => {
    if (open) go(1)
    else if (view.current) onMerged({ ...value, text: resultOf(view.current.state) })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      // Out of the text first: what was chosen and written there is not given up by one slip.
      const text = (event.target as HTMLElement).closest('.mg-text')
      return text ? text.parentElement?.querySelector<HTMLElement>('.mg-keep')?.focus() : onKeep()
    }
    if (event.ctrlKey || event.metaKey) {
      // The editor's own keys wait; Ctrl S behind this screen would ask the same question again.
      if (event.key.toLowerCase() === 's') event.stopPropagation()
      else if (event.key === 'Enter') finish()
      else return
      return event.preventDefault()
    }
    if (!event.altKey || !view.current) return
    if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else if (event.code in choices) {
      const focused = Number((event.target as HTMLElement).closest<HTMLElement>('[data-place]')?.dataset['place'] ?? 0)
      const number = focused || openConflicts(view.current.state).find((place) => place.from >= at.current)?.number
      if (number) resolveConflict(view.current, number, choices[event.code as keyof typeof choices])
    } else return
    event.preventDefault()
  }
  const said = count ? (open ? t.open(open) : t.settled) : news ? (own ? t.cleanOwn : t.clean(author)) : t.cleanNothing
  return (
    <MergeShell
      title={own ? t.titleOwn : t.title(author)}
      onClose={onKeep}
      onKey={onKey}
      aside={
        <>
          <span className="mg-when">{time}</span>
          <span className="grow" />
          {(count > 0 || news) && <MergeMoves onGo={go} />}
        </>
      }
    >
      <MergeSummary text={said} open={open > 0} noBase={!sources.base} labels={labels} />
      <MergeFields {...{ item_id, mine, value, labels }} theirs={sources.theirs.content} onChange={setValue} />
      <div ref={mount} className="mg-text scroll" />
      <MergeFoot {...{ own, open, onKeep, onOver, onTake }} onSave={finish} />
    </MergeShell>
  )
}
