import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Logo } from '../ui/frame/logo.tsx'
import { LanguageButton, ThemeButton } from '../ui/frame/preference-buttons.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { homeWords } from './home.words.ts'

export function HomeTop() {
  const t = useWords(homeWords)
  const ui = useWords(uiWords)
  const account = useAccount()
  return (
    <header className="top">
      <Link className="brand" to={paths.home()}>
        <Logo />
        {ui.product}
      </Link>
      <span className="grow" />
      <LanguageButton />
      <ThemeButton />
      <Link className="btn" to={account ? paths.items() : paths.login()}>
        {account ? t.toItems : t.signIn}
      </Link>
    </header>
  )
}
