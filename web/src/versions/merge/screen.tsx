import './merge.css'
import type { EditorView } from '@codemirror/view'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import type { Content } from '../../writing/saver.ts'
import { ConflictNavigation, MergeFields, MergeFoot, MergeSummary } from './controls.tsx'
import { inOrder, type MergeLabels } from './decorations.ts'
import { type Sources, startMerge } from './merge.ts'
import { mergeWords } from './merge.words.ts'
import { openConflicts, resultOf } from './places.ts'
import { goToConflict, openMerge, resolveConflict } from './view.ts'

interface ShellProps {
  title: string
  theirsFirst: boolean
  /** Shown next to the title. */
  aside: ReactNode
  onClose: () => void
  onKey: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A full-window dialog above the editor, whose text stays unchanged behind it. */
function MergeShell({ title, theirsFirst, aside, onClose, onKey, children }: ShellProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = useId()
  useEffect(() => {
    const element = dialog.current
    const previousFocus = document.activeElement as HTMLElement | null
    if (element?.showModal) element.showModal()
    else element?.setAttribute('open', '')
    // Not a button: a user who is still typing must not press it by accident.
    heading.current?.focus()
    return () => {
      element?.close?.()
      previousFocus?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={theirsFirst ? 'mg mirrored' : 'mg'}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKey}
    >
      <div className="top">
        <h2 ref={heading} id={name} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </dialog>
  )
}

/** Labels that name the other author, or the other window if both are the same user. */
function useMergeLabels(author: string, own: boolean, places: number, names?: MergeNames): MergeLabels {
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
      theirsFirst: names !== undefined,
      ...(names && {
        mine: names.mine,
        theirs: names.theirs,
        takeMine: names.takeMine,
        takeTheirs: names.takeTheirs,
        chosen: { mine: names.mine, theirs: names.theirs, both: t.chosenBoth },
      }),
    }),
    [t, author, own, places, names],
  )
}

interface MergeActions {
  /** Returns to the unchanged text. */
  onKeep: () => void
  onMerged: (merged: Content) => void
  /** Without these two the merge is the only result. */
  onOver?: () => void
  onTake?: () => void
}

/** The words of a merge of a suggestion with its page, which has the page on the left, as the review does. */
interface MergeNames {
  title: string
  mine: string
  theirs: string
  takeMine: string
  takeTheirs: string
  keep: string
  save: string
}

interface Props extends MergeActions {
  item_id: string
  sources: Sources
  mine: Content
  author: string
  /** Both versions are by the same user. */
  own: boolean
  /** When theirs was saved. */
  time: string
  names?: MergeNames
}

/** The keys of the choices in the order of their buttons. */
const choiceOf = (code: string, theirsFirst: boolean) =>
  code === 'Digit3' ? 'both' : inOrder(theirsFirst, 'mine' as const, 'theirs' as const)[['Digit1', 'Digit2'].indexOf(code)]

/** Merges two versions of a page: changes of one side are included, the user decides where both sides changed. */
export function MergeScreen({ item_id, sources, mine, author, own, time, names, onKeep, onMerged, onOver, onTake }: Props) {
  const t = useWords(mergeWords)
  const [{ regions, value: first }] = useState(() => startMerge(sources, mine))
  const count = useMemo(() => regions.filter((region) => region.kind === 'conflict').length, [regions])
  const hasTheirs = useMemo(() => regions.some((region) => region.kind === 'theirs'), [regions])
  const labels = useMergeLabels(author, own, count, names)
  const [value, setValue] = useState(first)
  const [open, setOpen] = useState(count)
  const view = useRef<EditorView>(undefined)
  const at = useRef(-1)

  const kept = useRef<string>(undefined)
  const mount = useCallback(
    (parent: HTMLDivElement) => {
      const mergeView = openMerge({ parent, regions, labels, name: t.text, onChange: setOpen })
      view.current = mergeView
      if (kept.current === undefined && (count || hasTheirs)) at.current = goToConflict(mergeView, 1, -1, false)
      kept.current = ''
      return () => mergeView.destroy()
    },
    [regions, labels, t, count, hasTheirs],
  )

  const go = (direction: 1 | -1) => {
    if (view.current) at.current = goToConflict(view.current, direction, at.current)
  }
  const finish = () => {
    if (open) go(1)
    else if (view.current) onMerged({ ...value, text: resultOf(view.current.state) })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      // The first Escape only leaves the text: one keystroke must not discard choices and edits.
      const text = (event.target as HTMLElement).closest('.mg-text')
      return text ? text.parentElement?.querySelector<HTMLElement>('.mg-keep')?.focus() : onKeep()
    }
    if (event.ctrlKey || event.metaKey) {
      // Keeps Ctrl-S from the editor below, which would report the same conflict again.
      if (event.key.toLowerCase() === 's') event.stopPropagation()
      else if (event.key === 'Enter') finish()
      else return
      return event.preventDefault()
    }
    if (!event.altKey || !view.current) return
    const choice = choiceOf(event.code, labels.theirsFirst)
    if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else if (choice) {
      const focused = Number((event.target as HTMLElement).closest<HTMLElement>('[data-place]')?.dataset['place'] ?? 0)
      const number = focused || openConflicts(view.current.state).find((place) => place.from >= at.current)?.number
      if (number) resolveConflict(view.current, number, choice)
    } else return
    event.preventDefault()
  }
  const summary = count
    ? open
      ? t.open(open)
      : t.settled
    : hasTheirs
      ? own
        ? t.cleanOwn
        : t.clean(names?.theirs ?? author)
      : t.cleanNothing
  return (
    <MergeShell
      title={names?.title ?? (own ? t.titleOwn : t.title(author))}
      theirsFirst={labels.theirsFirst}
      onClose={onKeep}
      onKey={onKey}
      aside={
        <>
          <span className="mg-when">{time}</span>
          <span className="grow" />
          {(count > 0 || hasTheirs) && <ConflictNavigation onGo={go} />}
        </>
      }
    >
      <MergeSummary text={summary} open={open > 0} noBase={!sources.base} labels={labels} />
      <MergeFields {...{ item_id, mine, value, labels }} theirs={sources.theirs.content} onChange={setValue} />
      <div ref={mount} className="mg-text scroll" />
      <MergeFoot {...{ own, open, names, onKeep, onOver, onTake }} onSave={finish} />
    </MergeShell>
  )
}
