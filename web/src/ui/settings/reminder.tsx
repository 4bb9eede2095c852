import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { textScale } from '../text/scale.ts'
import { uiWords } from '../ui.words.ts'

/** Adds the form with this id to the reminder, or removes it when the name is undefined. */
const Remind = createContext<(id: string, name: string | undefined) => void>(() => {})

const formOf = (id: string) => {
  const form = document.getElementById(id)
  return form instanceof HTMLFormElement ? form : undefined
}

/** The settings of a screen. While changed settings have their button out of view, a foot of the window names and saves them. */
export function Settings({ children }: { children: ReactNode }) {
  const t = useWords(uiWords)
  const [waiting, setWaiting] = useState<readonly { id: string; name: string }[]>([])
  const remind = useCallback((id: string, name: string | undefined) => {
    setWaiting((current) => {
      const others = current.filter((one) => one.id !== id)
      return name === undefined ? others : [...others, { id, name }]
    })
  }, [])
  const saveAll = () => {
    for (const { id } of waiting) formOf(id)?.requestSubmit()
  }
  const showFirst = () => formOf(waiting[0]?.id ?? '')?.scrollIntoView({ block: 'start' })
  return (
    <Remind value={remind}>
      <div className="settings">{children}</div>
      <div className="reminder-place">
        {waiting.length > 0 && (
          <section className="reminder" aria-label={t.unsaved}>
            <p className="grow">{t.unsavedParts(waiting.map(({ name }) => name))}</p>
            <button type="button" className="btn" onClick={showFirst}>
              {t.showPart}
            </button>
            <button type="button" className="btn primary" onClick={saveAll}>
              {t.save}
            </button>
          </section>
        )}
      </div>
    </Remind>
  )
}

/** The height of the reminder: what is below it counts as out of view. */
const reminderHeight = () => 80 * textScale()

/** Reminds of a changed form while the referenced element, its foot, is out of view. */
export function useReminder(id: string, name: string, isChanged: boolean) {
  const remind = use(Remind)
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isChanged || !foot.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => remind(id, entries.at(-1)?.isIntersecting ? undefined : name), {
      rootMargin: `-${reminderHeight()}px 0px`,
    })
    observer.observe(foot.current)
    return () => {
      observer.disconnect()
      remind(id, undefined)
    }
  }, [id, name, isChanged, remind])
  return foot
}
