import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Empty } from './empty.tsx'
import { Screen } from './screen.tsx'
import { uiWords } from './ui.words.ts'

export function NotFoundScreen() {
  const t = useWords(uiWords)
  const account = useAccount()
  return (
    <Screen title={t.notFoundTitle}>
      <div className="calm">
        <Empty
          heading
          title={t.notFoundTitle}
          actions={
            <Link className="btn" to={account ? paths.items() : paths.home()}>
              {account ? t.toItems : t.toHome}
            </Link>
          }
        >
          {t.notFoundText}
        </Empty>
      </div>
    </Screen>
  )
}
