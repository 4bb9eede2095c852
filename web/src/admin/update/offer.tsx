import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { sizeOf } from '../../lib/sizes.ts'
import { useWords } from '../../lib/words.ts'
import { NewTab } from '../../ui/new-tab.tsx'
import { UpdateDialog } from './dialog.tsx'
import type { FoundUpdate } from './find-update.ts'
import { updateWords } from './update.words.ts'

/** The version that is newer, and the button. */
export function UpdateOffer({ found, onGone }: { found: FoundUpdate; onGone: (version: string) => void }) {
  const t = useWords(updateWords)
  const [asking, setAsking] = useState(false)
  return (
    <section className="adm-offer">
      <div>
        <h2>{t.found(found.new_version)}</h2>
        <p className="muted">
          <span>{found.is_staged === '1' ? t.staged : sizeOf(Number(found.size))}</span>
          {found.url && (
            <a href={found.url} target="_blank" rel="noreferrer">
              {t.news}
              <NewTab />
              <ExternalLink className="i" aria-hidden="true" />
            </a>
          )}
        </p>
      </div>
      <button type="button" className="btn primary" onClick={() => setAsking(true)}>
        {t.update(found.new_version)}
      </button>
      {asking && <UpdateDialog found={found} onGone={onGone} onClose={() => setAsking(false)} />}
    </section>
  )
}
