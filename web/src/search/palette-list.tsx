import { Globe } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { PaletteRow } from './palette-row.tsx'
import type { Row, Section } from './palette-rows.ts'
import { searchWords } from './search.words.ts'
import type { Chosen } from './use-chosen.ts'

interface Props {
  sections: Section[]
  keyword: string
  searched: string
  waiting: boolean
  outdated: boolean
  error: Error | null
  chosen: Chosen
  onRetry: () => void
  /** Looks for the same in all items. */
  onElsewhere: (() => void) | undefined
  onOpen: (row: Row) => void
}

const BONES = ['62%', '48%', '70%', '55%']

/** The hits under their headlines, or in a few words why there are none. */
export function PaletteList({ sections, keyword, searched, waiting, outdated, error, chosen, onRetry, onElsewhere, onOpen }: Props) {
  const t = useWords(searchWords)
  const nothing = sections.length === 0
  return (
    <div className="pls" aria-busy={waiting}>
      <div id={chosen.list} role="listbox" aria-label={t.title} className={outdated ? 'old' : undefined}>
        {!error &&
          sections.map(({ name, rows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups of options, not fieldsets
            <div key={name} role="group" aria-label={t[name]}>
              <div className="pg" aria-hidden="true">
                {t[name]}
              </div>
              {rows.map((row) => (
                <PaletteRow
                  key={row.key}
                  row={row}
                  id={chosen.idOf(row)}
                  on={chosen.row === row}
                  searched={searched}
                  onPoint={() => chosen.choose(row)}
                  onOpen={() => onOpen(row)}
                />
              ))}
            </div>
          ))}
      </div>
      {error && <ErrorNote title={t.failed} error={error} onRetry={onRetry} />}
      {nothing && waiting && <Waiting />}
      {nothing && !waiting && !error && keyword === '' && <Empty title={t.start}>{t.startHint}</Empty>}
      {nothing && !waiting && !error && keyword !== '' && (
        <Empty
          title={t.nothing(keyword)}
          actions={
            onElsewhere && (
              <button type="button" className="btn" onClick={onElsewhere}>
                <Globe className="i" aria-hidden="true" />
                {t.searchEverywhere}
              </button>
            )
          }
        >
          {t.nothingHint}
        </Empty>
      )}
      <div className="sr" role="status">
        {keyword !== '' && !waiting && !error ? (nothing ? t.nothing(keyword) : t.found(chosen.count)) : ''}
      </div>
    </div>
  )
}

const Waiting = () => (
  <Skeleton>
    {BONES.map((width) => (
      <div key={width} className="ph wait">
        <Bone width={16} height={16} />
        <div className="grow">
          <Bone width={width} height={14} />
          <Bone width="84%" />
        </div>
      </div>
    ))}
  </Skeleton>
)
