import { diffLines } from '@sheaf/compare/lines'
import { ArrowDown, ArrowLeft, ArrowUp, ChevronDown, ChevronRight, FileDiff, RotateCcw } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { siteTime } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { LanguageButton, ThemeButton } from '../../ui/frame/top-bar.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { Doer } from '../../ui/person.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { textScale } from '../../ui/text/scale.ts'
import type { Version } from '../history/versions.ts'
import { diffWords } from './diff.words.ts'
import { type Block, blocksOf, changesIn, inOneColumn } from './fold.ts'
import type { Side } from './sides.ts'
import { DiffTable, useDiffView } from './table.tsx'

interface DiffHeadProps {
  page_id: string
  label: string
  side: Side
  /** Versions that this side can show; '' is the current version. */
  choices: ('' | Version)[]
  onChoose: (id: string) => void
  /** Path that compares the version with its predecessor, unless that is already shown. */
  itsChanges: string | undefined
  /** Path that restores the version, for users who can edit. */
  restore: string | undefined
}

/** The version of one side: time, author and note. */
function DiffHead({ label, side, choices, onChoose, itsChanges, restore }: DiffHeadProps) {
  const t = useWords(diffWords)
  const language = useLanguage()
  const { id, time, author, author_username, remark } = side
  return (
    <div className="df-side row">
      <div className="grow">
        <span className="over-select df-choice">
          <b>{time}</b>
          {id === '' && <span className="tag ok">{t.current}</span>}
          <ChevronDown className="i caret" aria-hidden="true" />
          <select aria-label={label} value={id} onChange={(event) => onChoose(event.target.value)}>
            {choices.map((choice) =>
              choice === '' ? (
                <option key="" value="">
                  {t.current}
                </option>
              ) : (
                <option key={choice.page_history_id} value={choice.page_history_id}>
                  {[siteTime(choice.addtime, language), choice.author_name, choice.page_comments].filter(Boolean).join(' · ')}
                </option>
              ),
            )}
          </select>
        </span>
        <small className="cut">
          <Doer name={author} username={author_username}>
            {[author || t.someone, remark].filter(Boolean).join(' · ')}
          </Doer>
        </small>
      </div>
      {itsChanges && (
        <Link className="btn quiet small df-its" to={itsChanges} replace aria-label={t.itsChangesOf(time)} data-tip={t.itsChanges}>
          <FileDiff className="i" aria-hidden="true" />
          <span>{t.itsChanges}</span>
        </Link>
      )}
      {restore && (
        <Link className="btn small" to={restore}>
          <RotateCcw className="i" aria-hidden="true" />
          {t.restore}
        </Link>
      )}
    </div>
  )
}

interface HeadsProps {
  page_id: string
  left: Side
  right: Side
  versions: Version[]
  editOf: (history_id: string) => string | undefined
}

function DiffHeads({ page_id, left, right, versions, editOf }: HeadsProps) {
  const t = useWords(diffWords)
  const navigate = useNavigate()
  const place = (id: string) => (id === '' ? -1 : versions.findIndex((version) => version.page_history_id === id))
  const previousOf = (id: string) => versions[place(id) + 1]?.page_history_id
  const go = (first: string, second: string) =>
    // The older one is always on the left.
    navigate(paths.diff(page_id, first, place(second) < place(first) ? second : ''), { replace: true })
  const changesOf = (id: string) => {
    const older = previousOf(id)
    return older && !(older === left.id && id === right.id) ? paths.diff(page_id, older, id) : undefined
  }
  return (
    <section className="df-heads" aria-label={t.compare}>
      <DiffHead
        {...{ page_id }}
        label={t.older}
        side={left}
        choices={versions}
        onChoose={(id) => go(id, right.id)}
        itsChanges={changesOf(left.id)}
        restore={editOf(left.id)}
      />
      <DiffHead
        {...{ page_id }}
        label={t.younger}
        side={right}
        choices={['', ...versions.slice(0, Math.max(0, place(left.id)))]}
        onChoose={(id) => go(left.id, id)}
        itsChanges={changesOf(right.id)}
        restore={right.id ? editOf(right.id) : undefined}
      />
    </section>
  )
}

/** Distance from the top at which a change is placed when navigating to it, below the two bars. */
const scrollOffset = () => 176 * textScale()

interface Options {
  root: RefObject<HTMLElement | null>
  blocks: Block[]
  /** Indexes of the first rows of the changes. */
  changes: number[]
}

/** Navigation between changes, by buttons and by the keys n and p. */
function useChangeNavigation({ root, blocks, changes }: Options) {
  const [wanted, setWanted] = useState<string>()
  const [at, setAt] = useState<number>()
  const scrolled = useRef(Number.NaN)

  const rowAt = useCallback(
    (place: number) => {
      const block = blocks.find(({ at, rows }) => place >= at && place < at + rows.length)
      const body = block && root.current?.querySelector(`tbody[data-at="${block.at}"]`)
      const row = body?.children[place - (block?.at ?? 0)]
      return { block, row, element: row ?? (block && root.current?.querySelector(`[data-from="${block.at}"]`)) }
    },
    [blocks, root],
  )

  const go = useCallback(
    (direction: 1 | -1) => {
      if (changes.length === 0) return
      const tops = changes.map((place) => rowAt(place).element?.getBoundingClientRect().top ?? 0)
      // Starts from the last visited change, or from the visible part if the user has scrolled since.
      const unmoved = at !== undefined && Math.abs(scrolled.current - scrollY) < 4
      const next = unmoved
        ? at + direction
        : direction > 0
          ? tops.findIndex((top) => top > scrollOffset() + 4)
          : tops.findLastIndex((top) => top < scrollOffset() - 4)
      const to = next < 0 || next >= changes.length ? (direction > 0 ? 0 : changes.length - 1) : next
      const place = changes[to] ?? 0
      const { block, row } = rowAt(place)
      if (!row) flushSync(() => setWanted(block?.key))
      const top = rowAt(place).element?.getBoundingClientRect().top ?? 0
      scrollBy?.({ top: top - scrollOffset(), behavior: 'instant' })
      scrolled.current = scrollY
      setAt(to)
    },
    [changes, rowAt, at],
  )

  // Marks the current change; its row can be a new element after every render.
  useEffect(() => {
    const row = at === undefined ? undefined : rowAt(changes[at] ?? 0).row
    row?.setAttribute('aria-current', 'true')
    return () => row?.removeAttribute('aria-current')
  }, [at, changes, rowAt])

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest('input, select, textarea')) return
      const direction = event.key === 'n' ? 1 : event.key === 'p' ? -1 : undefined
      if (!direction) return
      event.preventDefault()
      go(direction)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [go])

  return { go, at, wanted }
}

interface Props {
  page_id: string
  title: string
  back: string
  left: Side
  right: Side
  versions: Version[]
  editOf: (history_id: string) => string | undefined
}

export function DiffPair({ page_id, title, back, left, right, versions, editOf }: Props) {
  const t = useWords(diffWords)
  const root = useRef<HTMLDivElement>(null)
  const { view, choose } = useDiffView()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const diff = useMemo(() => diffLines(left.text, right.text), [left.text, right.text])
  const rows = useMemo(() => (view === 'two' ? diff.rows : inOneColumn(diff.rows)), [diff, view])
  const blocks = useMemo(() => blocksOf(rows, opened), [rows, opened])
  const changes = useMemo(() => changesIn(rows), [rows])
  const { go, at, wanted } = useChangeNavigation({ root, blocks, changes })
  const changed = changes.length > 0
  return (
    <div className="df-screen">
      <title>{t.comparing(title)}</title>
      <header className="top">
        <IconLink name={t.back} to={back}>
          <ArrowLeft className="i" aria-hidden="true" />
        </IconLink>
        <nav className="crumbs df-crumbs">
          <Link className="cut df-name" to={back}>
            {title}
          </Link>
          <ChevronRight className="i hide-s" aria-hidden="true" />
          <h1>{t.compare}</h1>
        </nav>
        <span className="grow" />
        {changed && (
          <span className="df-counts num" role="img" aria-label={t.counts(diff.added, diff.removed)}>
            <span className="plus">+{diff.added}</span> <span className="minus">−{diff.removed}</span>
          </span>
        )}
        <fieldset className="seg hide-s" aria-label={t.view}>
          <button type="button" aria-pressed={view === 'two'} onClick={() => choose('two')}>
            {t.sideBySide}
          </button>
          <button type="button" aria-pressed={view === 'one'} onClick={() => choose('one')}>
            {t.oneColumn}
          </button>
        </fieldset>
        {changed && (
          <>
            <span className="df-at" role="status">
              {at === undefined ? t.changes(changes.length) : t.place(at + 1, changes.length)}
            </span>
            <IconButton name={t.previous} keys="P" onClick={() => go(-1)}>
              <ArrowUp className="i" aria-hidden="true" />
            </IconButton>
            <IconButton name={t.next} keys="N" onClick={() => go(1)}>
              <ArrowDown className="i" aria-hidden="true" />
            </IconButton>
          </>
        )}
        <span className="row hide-s">
          <LanguageButton />
          <ThemeButton />
        </span>
      </header>
      <DiffHeads {...{ page_id, left, right, versions, editOf }} />
      <main>
        {changed || left.title !== right.title ? (
          <DiffTable
            {...{ root, left, right, diff, blocks, view, wanted }}
            onOpen={(from) => setOpened((now) => new Set([...now, from]))}
          />
        ) : (
          <Empty title={t.same}>{t.sameText}</Empty>
        )}
      </main>
    </div>
  )
}
