import { readBoot } from '../lib/boot.ts'
import { longDate } from '../lib/dates.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { editorWords } from './editor.words.ts'
import type { Newer } from './editor-saver.ts'

interface Props {
  newer: Newer
  /** Their version as readers see it, without the base. */
  theirs: string
  onClose: () => void
  onSaveMine: (version: string) => void
}

/** The server may say when as Unix seconds or in the site's own words. */
const timeOf = (addtime: string, language: 'en' | 'zh') =>
  /^\d+$/.test(addtime) ? longDate(Number(addtime), language) : addtime.slice(0, 16)

/** Someone else saved the page while it was being edited. */
export function EditorConflict({ newer, theirs, onClose, onSaveMine }: Props) {
  const t = useWords(editorWords)
  const language = useLanguage()
  const own = useAccount()?.username === newer.author_username
  const time = timeOf(newer.addtime, language)
  return (
    <Dialog
      title={own ? t.conflictOwn : t.conflictTitle(newer.author_username || t.someone)}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {t.keepEditing}
          </button>
          <button type="button" className="btn primary" onClick={() => onSaveMine(newer.version)}>
            {t.saveMine}
          </button>
        </>
      }
    >
      <p>
        {own ? t.conflictOwnText(time) : t.conflictText(time)}{' '}
        <a href={readBoot().base + theirs} target="_blank" rel="noreferrer">
          {t.openTheirs}
        </a>
      </p>
      <p>{t.conflictNote}</p>
    </Dialog>
  )
}
