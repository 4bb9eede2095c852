import { useMemo } from 'react'
import { CatalogField } from '../../catalog/catalog-fields.tsx'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { choicesOf } from '../../tree/paths.ts'
import { isOpenTo, ROOT, type Shape, shapeOf } from '../../tree/shape.ts'
import { DropZone } from './drop.tsx'
import { importWords } from './import-dialog.words.ts'
import { ImportKinds } from './kinds.tsx'
import { SkippedList, useCounts } from './report.tsx'
import type { Imported, Previewed } from './upload.ts'

/** Where a file can go in the item: its catalogs, and the root where it is theirs to use. */
export function usePlaces(info: Info): { shape: Shape; choices: ReturnType<typeof choicesOf> } {
  const shape = useMemo(() => shapeOf(info), [info])
  return { shape, choices: useMemo(() => choicesOf(shape, { page_id: '' }), [shape]) }
}

interface ChooseProps extends ReturnType<typeof usePlaces> {
  cat_id: string
  onPlace: (cat_id: string) => void
  /** The file that is being looked into. */
  looking: File | undefined
  failed: React.ReactNode
  onFile: (file: File) => void
}

export function ChooseStep({ shape, choices, cat_id, onPlace, looking, failed, onFile }: ChooseProps) {
  const t = useWords(importWords)
  return (
    <>
      <p>{t.intro}</p>
      {choices.length > 0 && (
        <CatalogField
          label={t.into}
          value={cat_id}
          choices={choices}
          rootless={!isOpenTo(shape, ROOT)}
          disabled={looking !== undefined}
          onChange={onPlace}
        />
      )}
      <div className="import-drop">
        {looking ? (
          <section className="sending" role="status">
            <b className="cut">{t.looking(looking.name)}</b>
            <progress aria-label={looking.name} />
            <p className="muted">{t.look}</p>
          </section>
        ) : (
          <DropZone onFile={onFile} />
        )}
        {failed}
      </div>
      <details className="import-more">
        <summary>{t.kinds}</summary>
        <ImportKinds />
      </details>
    </>
  )
}

/** What would happen, before it does. */
export function PreviewStep({ file, will }: { file: File; will: Previewed }) {
  const t = useWords(importWords)
  return (
    <div className="import-will">
      <h3>{t.will(file.name)}</h3>
      <ul className="dots">
        <li>{will.pages + will.catalogs ? t.add(will.pages, will.catalogs) : t.addNone}</li>
        <li>{will.existing ? t.update(will.existing) : t.updateNone}</li>
      </ul>
      {will.skipped.length > 0 && <SkippedList skipped={will.skipped} />}
    </div>
  )
}

export function DoneStep({ report }: Imported) {
  const counts = useCounts(report)
  return (
    <div className="import-report">
      <p role="status">{counts}</p>
      <SkippedList skipped={report.skipped} />
    </div>
  )
}
