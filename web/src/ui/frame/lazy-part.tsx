import { type ComponentType, lazy, useEffect } from 'react'
import { renew } from '../../lib/new-version.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../toast.ts'
import { uiWords } from '../ui.words.ts'

type Load<P> = () => Promise<ComponentType<P>>

/** The screen's part is gone, because another version has taken this one's place. */
export class NewVersion extends Error {}

const never = () => new Promise<never>(() => {})

/** A screen, or what is most of one, loaded when it is opened. Where it cannot be had, the failed screen stands in its place. */
export const lazyScreen = <P,>(load: Load<P>) =>
  lazy(() =>
    load()
      .catch(async (error) => {
        const renewal = await renew()
        if (renewal === 'reloading') return never()
        throw renewal === 'new version' ? new NewVersion() : error
      })
      .then((component) => ({ default: component })),
  )

/** A dialog, a panel, a list: where it cannot be had, that is said, and the screen stays as it is. */
export const lazyPart = <P,>(load: Load<P>) =>
  lazy(() =>
    load()
      .catch(async () => {
        const renewal = await renew()
        return renewal === 'reloading' ? never() : missing(renewal === 'new version')
      })
      .then((component) => ({ default: component as ComponentType<P> })),
  )

const missing = (isNew: boolean) =>
  function Missing({ onClose }: { onClose?: () => void }) {
    const t = useWords(uiWords)
    useEffect(() => {
      const detail = isNew ? t.newVersionText : t.partFailedText
      toast(isNew ? t.newVersionTitle : t.partFailed, 'bad', { detail, action: { text: t.loadAgain, run: () => location.reload() } })
      onClose?.()
    }, [t, onClose])
    return null
  }
