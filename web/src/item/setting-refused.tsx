import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/empty.tsx'
import { Screen } from '../ui/screen.tsx'
import { settingWords } from './setting-screen.words.ts'

/** Whoever may not manage the item reads so and is led back. */
export function SettingRefused() {
  const t = useWords(settingWords)
  return (
    <Screen title={t.title}>
      <div className="calm">
        <Empty
          heading
          title={t.refusedTitle}
          actions={
            <Link className="btn primary" to={paths.items()}>
              {t.toItems}
            </Link>
          }
        >
          {t.refusedText}
        </Empty>
      </div>
    </Screen>
  )
}
