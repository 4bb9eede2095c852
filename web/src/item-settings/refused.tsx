import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Refused } from '../ui/frame/refused.tsx'
import { settingWords } from './screen.words.ts'

/** Whoever may not manage the item reads so and is led back. */
export function SettingRefused() {
  const t = useWords(settingWords)
  return (
    <Refused title={t.title} heading={t.refusedTitle} to={paths.items()} way={t.toItems}>
      {t.refusedText}
    </Refused>
  )
}
