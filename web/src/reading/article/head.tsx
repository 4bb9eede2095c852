import type { Answer } from '@sheaf/contract/client'
import { List } from 'lucide-react'
import type { RefObject } from 'react'
import { useLanguage, useWords } from '../../lib/words.ts'
import { readingWords } from '../reading.words.ts'
import { ArticleAttachments } from './attachments.tsx'
import { whenSaved } from './when.ts'

type PageView = Answer<'page', 'view'>

/* One of the six pigments for a name, always the same. */
const pigment = (name: string) => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6

function Author({ name }: { name: string }) {
  return (
    <span className="row">
      <span className={`ava c${pigment(name) + 1}`} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      {name}
    </span>
  )
}

interface HeadProps {
  view: PageView
  title: RefObject<HTMLHeadingElement | null>
  /** Opens the table of contents where it does not stand beside the text. */
  onToc: (() => void) | undefined
  /** The title and no more: a shared page tells nothing of who and when. */
  bare: boolean
}

export function ArticleHead({ view, title, onToc, bare }: HeadProps) {
  const t = useWords(readingWords)
  const language = useLanguage()
  const attachments = Number(view.attachment_count)
  return (
    <header className="art-head">
      <h1 ref={title} tabIndex={-1}>
        {view.page_title}
      </h1>
      {!bare && (
        <div className="meta">
          {view.author_username && <Author name={view.author_username} />}
          {Number(view.addtime) > 0 && <span suppressHydrationWarning>{t.updated(whenSaved(Number(view.addtime), language))}</span>}
          {attachments > 0 && <ArticleAttachments page_id={view.page_id} count={attachments} />}
          {onToc && (
            <button type="button" className="tocbtn" onClick={onToc}>
              <List className="i" aria-hidden="true" />
              {t.onThisPage}
            </button>
          )}
        </div>
      )}
    </header>
  )
}
