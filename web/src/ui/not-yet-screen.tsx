import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Empty } from './empty.tsx'
import { Screen } from './screen.tsx'
import { uiWords } from './ui.words.ts'

export function NotYetScreen() {
  const t = useWords(uiWords)
  return (
    <Screen title={t.notYetTitle}>
      <div className="calm">
        <Empty
          heading
          title={t.notYetTitle}
          actions={
            <Link className="btn" to={paths.items()}>
              {t.notYetBack}
            </Link>
          }
        >
          {t.notYetText}
        </Empty>
      </div>
    </Screen>
  )
}
