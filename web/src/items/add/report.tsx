import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { addItemWords } from './add-item.words.ts'
import type { Imported } from './upload.ts'

type Reason = Imported['report']['skipped'][number]['reason']

const wordOf = {
  kind: 'reasonKind',
  size: 'reasonSize',
  name: 'reasonName',
  broken: 'reasonBroken',
  encrypted: 'reasonEncrypted',
  depth: 'reasonDepth',
  link: 'reasonLink',
  joined: 'reasonJoined',
  static: 'reasonStatic',
  merged: 'reasonMerged',
  unsupported: 'reasonUnsupported',
  shape: 'reasonShape',
  remote: 'reasonRemote',
  masked: 'reasonMasked',
} as const satisfies Record<Reason, keyof (typeof addItemWords)['en']>

/** Entry by entry what was not taken as it is, and why. */
export function SkippedList({ skipped }: Pick<Imported['report'], 'skipped'>) {
  const t = useWords(addItemWords)
  if (skipped.length === 0) return <p className="muted">{t.nothingSkipped}</p>
  return (
    <>
      <h3>{t.skipped(skipped.length)}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ul className="skipped scroll" tabIndex={0} aria-label={t.skipped(skipped.length)}>
        {skipped.map(({ name, reason }, at) => (
          <li key={at}>
            <span className="mono">{name}</span>
            <span>{t[wordOf[reason]]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How much was made; what an item had already is counted where there is some. */
export function useCounts({ catalogs, pages, updated, unchanged, files }: Imported['report']): string {
  const t = useWords(addItemWords)
  const there = [...(updated ? [t.updatedPages(updated)] : []), ...(unchanged ? [t.unchangedPages(unchanged)] : [])]
  return [t.catalogs(catalogs), t.pages(pages), t.files(files), ...there].join(' · ')
}

/** What was taken from the file and what was not. */
export function ImportReport({ imported, onAnother }: { imported: Imported; onAnother: () => void }) {
  const t = useWords(addItemWords)
  const heading = useRef<HTMLHeadingElement>(null)
  const counts = useCounts(imported.report)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="import-report">
      <h2 ref={heading} tabIndex={-1}>
        <Check className="i" aria-hidden="true" />
        {t.imported(imported.item_name)}
      </h2>
      <p>{counts}</p>
      <div className="row">
        <Link className="btn primary" to={paths.item(imported)}>
          {t.openItem}
        </Link>
        <button type="button" className="btn" onClick={onAnother}>
          {t.importAnother}
        </button>
      </div>
      <SkippedList skipped={imported.report.skipped} />
    </section>
  )
}
