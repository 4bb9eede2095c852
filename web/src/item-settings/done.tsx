import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/empty.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { settingWords } from './screen.words.ts'

const SHOWN = 2000

/** After archiving, deleting or handing over: says so and returns to the list about two seconds later (SPEC 4). */
export function SettingDone({ text }: { text: string }) {
  const t = useWords(settingWords)
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.items(), { replace: true }), SHOWN)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Screen title={t.title}>
      <div className="calm" role="status">
        <Empty
          heading
          title={text}
          actions={
            <Link className="btn" to={paths.items()} replace>
              {t.goNow}
            </Link>
          }
        >
          {t.onTheWay}
        </Empty>
      </div>
    </Screen>
  )
}
