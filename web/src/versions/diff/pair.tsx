import { ArrowDown, ArrowLeft, ArrowUp, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { LanguageButton, ThemeButton } from '../../ui/frame/preference-buttons.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import type { Version } from '../history/versions.ts'
import { diffWords } from './diff.words.ts'
import { blocksOf, changesIn, inOneColumn } from './fold.ts'
import { DiffHeads } from './head.tsx'
import { diffLines } from './lines.ts'
import { useChangeNavigation } from './move.ts'
import type { Side } from './sides.ts'
import { DiffTable } from './table.tsx'
import { useDiffView } from './view.ts'

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
