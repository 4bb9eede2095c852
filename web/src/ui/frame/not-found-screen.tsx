import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { uiWords } from '../ui.words.ts'
import { Refused } from './refused.tsx'

export function NotFoundScreen() {
  const t = useWords(uiWords)
  const account = useAccount()
  return (
    <Refused
      title={t.notFoundTitle}
      heading={t.notFoundTitle}
      to={account ? paths.items() : paths.home()}
      way={account ? t.toItems : t.toHome}
    >
      {t.notFoundText}
    </Refused>
  )
}
